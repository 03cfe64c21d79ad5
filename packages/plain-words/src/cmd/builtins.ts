import { shown } from '../messages/index.ts';
import { argumentsOf, has, lineOf } from '../windows/arguments.ts';
import { downloads } from '../windows/hosts.ts';
import { add, carries, isKnown, literal, looks, type Run, target, touches, type Value } from '../windows/run.ts';
import { state } from '../windows/settings.ts';
import { callProgram } from './read-cmd.ts';

type Builtin = (args: readonly Value[], run: Run, text: string) => undefined;

const silent: Builtin = () => undefined;
const remove: Builtin = (args, run) => {
  const { operands, options } = argumentsOf(args);
  if (operands.length === 0)
    return options.has('?')
      ? undefined
      : add(run, 'files.delete', { paths: '?' }, ['deletes'], { maybe: [{ id: 'maybe.no-path' }] });
  touches(run, 'files.delete', ['deletes'], operands);
};
const removeFolder: Builtin = (args, run) => {
  const found = argumentsOf(args);
  touches(run, has(found, 's') ? 'files.delete-all' : 'files.delete', ['deletes'], found.operands);
};
const makeFolder: Builtin = (args, run) => touches(run, 'files.create-folder', ['creates'], argumentsOf(args).operands);
const rename: Builtin = (args, run) => {
  const [from, to] = argumentsOf(args).operands;
  if (!from || !to) return;
  const folder = /^(.*[\\/])[^\\/]*$/.exec(from.text)?.[1] ?? '';
  carries(run, 'files.rename', ['moves'], [from], { ...to, text: /[\\/]/.test(to.text) ? to.text : folder + to.text });
};
const go: Builtin = (args, run) => {
  const to = args.filter((one) => !/^\/d$/i.test(one.text));
  if (to.length === 0) return;
  const value = { text: to.map((one) => one.text).join(' '), unknown: to.flatMap((one) => one.unknown) };
  goTo(value, run);
};

/** Follows a change of folder, so that later names are placed right. */
export function goTo(value: Value, run: Run): undefined {
  const at = target(run, value);
  if (!isKnown(value) || !at.path) {
    run.lost = true;
    return add(run, 'folder.go', { paths: at.name }, [], { places: at.places, maybe: at.maybe });
  }
  run.where = { ...run.where, cwd: at.path.path };
  run.variables.set('cd', literal(at.path.path));
  run.lost = false;
  if (at.path.place.id !== 'inside')
    add(run, 'folder.go', { paths: at.name }, ['reads'], { places: at.places, maybe: at.maybe });
}

const stack = new WeakMap<Run, { where: Run['where']; lost: boolean }[]>();

/** Variables that decide which programs later words mean. */
const decisive =
  /^(?:path|pathext|comspec|psmodulepath|node_options|node_path|pythonpath|pythonstartup|git_\w+|java_tool_options|_java_options|classpath|dotnet_startup_hooks|cor_profiler\w*|coreclr_\w+)$/i;

export const builtins: Readonly<Record<string, Builtin>> = {
  del: remove,
  erase: remove,
  rd: removeFolder,
  rmdir: removeFolder,
  md: makeFolder,
  mkdir: makeFolder,
  ren: rename,
  rename,
  cd: go,
  chdir: go,
  pushd(args, run) {
    const kept = stack.get(run) ?? [];
    kept.push({ where: run.where, lost: run.lost });
    stack.set(run, kept);
    go(args, run, '');
  },
  popd(_args, run) {
    const last = stack.get(run)?.pop();
    if (!last) {
      run.lost = true;
      return;
    }
    run.where = last.where;
    run.lost = last.lost;
  },
  dir(args, run) {
    const { operands } = argumentsOf(args);
    looks(run, 'files.list', operands.length > 0 ? operands : [literal('.')]);
  },
  type: (args, run) => looks(run, 'files.read', argumentsOf(args).operands),
  copy(args, run) {
    const operands = argumentsOf(args).operands.flatMap((one) =>
      one.text.includes('+') && !one.text.startsWith('+')
        ? one.text
            .split('+')
            .filter(Boolean)
            .map((text) => ({ ...one, text }))
        : one.text === '+'
          ? []
          : [one],
    );
    const to = operands.length > 1 ? operands.at(-1) : undefined;
    const from = to ? operands.slice(0, -1) : operands;
    if (from.some((one) => /^con$/i.test(one.text)))
      return to && touches(run, 'files.write', ['changes', 'creates'], [to]);
    if (from.length > 0) carries(run, 'files.copy', ['changes', 'creates'], from, to);
  },
  move(args, run) {
    const { operands } = argumentsOf(args);
    if (operands[0]) carries(run, 'files.move', ['moves'], [operands[0]], operands[1]);
  },
  mklink(args, run) {
    const [link, to] = argumentsOf(args).operands;
    if (link) carries(run, 'files.link', ['creates'], [to ?? literal('.')], link);
  },
  echo(_args, run, text) {
    if (!/[<>]/.test(text)) add(run, 'text.print', {}, []);
  },
  set(args, run, text) {
    const given = /^set\s+(?:"([^=]+)=([^"]*)"|([^=\s/][^=]*)=(.*))$/is.exec(text.trim());
    if (/^set\s+\/[ap]/i.test(text)) {
      const name = /([\w.]+)\s*[-+*/|&^<>%]*=/.exec(text)?.[1];
      if (name) run.variables.set(name.toLowerCase(), { text: '', unknown: [name] });
      return;
    }
    if (!given) return args.length === 0 || args.length === 1 ? state(run, 'set') : undefined;
    const name = (given[1] ?? given[3]!).trim();
    const value = (given[2] ?? given[4] ?? '').trim();
    const plain = !/[%!^&|<>]/.test(value);
    run.variables.set(name.toLowerCase(), plain ? literal(value) : { text: '', unknown: [name] });
    if (decisive.test(name))
      add(run, 'settings.words', { name: shown(name) }, [], {
        notes: [{ id: 'note.value', params: { text: shown(value) } }],
        maybe: [{ id: 'maybe.words', params: { name: shown(name) } }],
      });
  },
  path: (args, run) =>
    args.length === 0
      ? state(run, 'path')
      : add(run, 'settings.words', { name: 'PATH' }, [], {
          notes: [{ id: 'note.value', params: { text: shown(lineOf(args)) } }],
          maybe: [{ id: 'maybe.words', params: { name: 'PATH' } }],
        }),
  call: (args, run, text) =>
    args[0]?.text.startsWith(':')
      ? undefined
      : args[0] && callProgram(args[0], args.slice(1), run, text.replace(/^\s*call\s+/i, '')),
  start(args, run, text) {
    const rest = [...args];
    // The first quoted word is the title of the window.
    if (/^start\s+"/i.test(text.trim())) rest.shift();
    while (
      rest[0] &&
      /^\/(?:b|d|i|min|max|wait|w|low|normal|high|realtime|abovenormal|belownormal|shared|separate|node|affinity)/i.test(
        rest[0].text,
      )
    ) {
      if (/^\/(?:d|node|affinity)$/i.test(rest[0].text)) rest.shift();
      rest.shift();
    }
    const [program, ...more] = rest;
    if (!program) return add(run, 'run.program', { name: 'cmd' }, ['background']);
    if (/^https?:/i.test(program.text)) return downloads(run, program, undefined);
    const waits = /\/w(?:ait)?\b/i.test(text);
    callProgram(program, more, run, lineOf(rest));
    if (!waits)
      add(run, 'run.background', { name: shown(program.text) }, ['background'], {
        maybe: program.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      });
  },
  doskey: (args, run) =>
    args.some((one) => one.text.includes('='))
      ? add(run, 'settings.words', { name: shown(args[0]!.text) }, [], {
          maybe: [{ id: 'maybe.words', params: { name: shown(args[0]!.text) } }],
        })
      : state(run, 'doskey'),
  ver: (_args, run) => state(run, 'ver'),
  vol: (_args, run) => state(run, 'vol'),
  ...Object.fromEntries(
    'setlocal endlocal exit rem cls title color prompt verify break goto shift pause echo. else chcp'
      .split(' ')
      .map((name) => [name, silent]),
  ),
};
