import { isWindows } from '../locate.ts';
import { shown } from '../messages/index.ts';
import { readScriptFile } from '../programs/scripts.ts';
import { add, isKnown, literal, looks, plainName, type Run, target, type Value } from '../windows/run.ts';
import { forget, setVariable } from './assign.ts';
import { type BashRun, deeper } from './shell.ts';

type Builtin = (args: readonly Value[], run: BashRun, name: string) => undefined;

const nothing: Builtin = () => undefined;
const tells: Builtin = (_args, run, name) => {
  run.output = { list: true, words: name };
  add(run, 'computer.look', { name }, ['reads']);
};
const text = (args: readonly Value[]): string => args.map((one) => one.text).join(' ');
const joined = (args: readonly Value[]): Value => ({
  text: text(args),
  unknown: args.flatMap((one) => one.unknown),
  ...(args.some((one) => one.listed) && { listed: true }),
});
const operands = (args: readonly Value[]): readonly Value[] => {
  const end = args.findIndex((one) => one.text === '--');
  if (end >= 0) return [...args.slice(0, end).filter((one) => !/^-./.test(one.text)), ...args.slice(end + 1)];
  return args.filter((one) => !/^-./.test(one.text));
};

/** Goes to another folder; where that is not known, relative paths have no place any more. */
function goTo(to: Value | undefined, run: BashRun, say: boolean): undefined {
  const goal = to ?? run.variables.get('HOME') ?? literal('~');
  const one = goal.several?.[0] ?? goal;
  const old = run.where.cwd;
  if (one.text === '-') {
    const back = run.variables.get('OLDPWD');
    if (back && isKnown(back)) return moveTo(back.text, run, old);
    run.lost = true;
    add(run, 'folder.go', { paths: '-' }, [], { maybe: [{ id: 'maybe.lost' }] });
    return;
  }
  if (!isKnown(one) && !(one.listed && one.text === run.where.folder)) {
    const at = target(run, one);
    run.lost = true;
    add(run, 'folder.go', { paths: plainName(one) }, [], {
      places: at.places,
      maybe: [{ id: 'maybe.lost' }, ...at.maybe],
    });
    return;
  }
  const at = target(run, one);
  if (at.path) moveTo(at.path.path, run, old);
  if (/^(?:\/|[a-z]:)/i.test(one.text)) run.lost = false;
  if (say || at.places.some((place) => place.id !== 'inside'))
    add(run, 'folder.go', { paths: at.name }, [], { places: at.places, maybe: at.maybe });
}

function moveTo(path: string, run: BashRun, old: string): undefined {
  run.variables.set('OLDPWD', literal(old));
  run.where = { ...run.where, cwd: path };
  if (!isWindows(run.where)) run.variables.set('PWD', literal(path));
}

const cd: Builtin = (args, run) => goTo(operands(args)[0] ?? args.find((one) => one.text === '-'), run, false);

const prints: Builtin = (args, run, name) => {
  const shownArgs = name === 'echo' ? dropFlags(args) : args;
  run.output = { value: joined(name === 'printf' ? printed(args) : shownArgs), words: name };
};

function dropFlags(args: readonly Value[]): readonly Value[] {
  let i = 0;
  while (i < args.length && /^-[neE]+$/.test(args[i]!.text)) i++;
  return args.slice(i);
}

/** `printf '%s\n' text`: the format without its signs, then the arguments. */
function printed(args: readonly Value[]): readonly Value[] {
  const [format, ...rest] = args;
  if (!format) return [];
  // Escapes make another text than the one that is seen.
  if (/\\[x0-7u]/.test(format.text)) return [{ text: format.text, unknown: ['printf'] }];
  const plain = { ...format, text: format.text.replace(/\\n/g, '\n').replace(/%[sdq]/g, '') };
  return plain.text.trim() === '' ? rest : [plain, ...rest];
}

const declares: Builtin = (args, run) => {
  for (const one of operands(args)) {
    const match = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(one.text);
    if (match) setVariable(match[1]!, { ...one, text: match[2]! }, run, false);
    else if (one.text === 'PATH' || !/^[A-Za-z_]\w*$/.test(one.text)) continue;
  }
};

/** A command put together from words: read where all of them are known, and said to be computed where they are not. */
export function readComputed(command: Value, run: Run): undefined {
  if (!isKnown(command) || command.listed) {
    add(run, 'run.code', {}, ['runs-code'], {
      maybe: [
        { id: 'maybe.code' },
        ...command.unknown.map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } }) as const),
      ],
    });
    if (!isKnown(command)) return;
  }
  run.inner('bash', command.text, run);
}

const source: Builtin = (args, run) => {
  const file = operands(args)[0];
  if (!file) return;
  if (
    isKnown(file) &&
    /(?:^|\/)(?:\.?v?env\w*|[\w.-]*venv[\w.-]*)\/(?:bin|Scripts)\/activate(?:\.fish|\.csh)?$/.test(file.text)
  ) {
    const at = target(run, file);
    add(run, 'run.script', { paths: at.name }, ['runs-code'], { places: at.places });
    return;
  }
  readScriptFile(file, run);
};

const fileTests = /^-[abcdefghkprsuwxLOGSN]$/;

function tests(args: readonly Value[], run: BashRun): undefined {
  args.forEach((one, i) => {
    if (fileTests.test(one.text) && args[i + 1] && args[i + 1]!.text !== ']')
      looks(run, 'files.find-one', [args[i + 1]!]);
  });
}

const builtins: Readonly<Record<string, Builtin>> = Object.assign(Object.create(null) as Record<string, Builtin>, {
  cd,
  chdir: cd,
  pushd: (args, run) => goTo(operands(args)[0], run, false),
  popd: (_args, run) => goTo(literal('-'), run, false),
  dirs: nothing,
  echo: prints,
  printf: prints,
  pwd(_args, run) {
    run.output = { value: run.lost ? { text: '\u{e020}', unknown: ['PWD'] } : literal(run.where.cwd), words: 'pwd' };
    add(run, 'computer.look', { name: 'pwd' }, ['reads']);
  },
  export: declares,
  declare: declares,
  typeset: declares,
  local: declares,
  readonly: declares,
  integer: declares,
  unset(args, run) {
    for (const one of operands(args)) {
      run.variables.delete(one.text);
      run.shell.functions.delete(one.text);
      if (/^(?:PATH|HOME)$/.test(one.text)) setVariable(one.text, { text: '', unknown: [] }, run, false);
    }
  },
  set(args, run) {
    for (const one of args) if (/^-[a-z]*e/.test(one.text) || one.text === 'errexit') run.shell.strict = true;
    const end = args.findIndex((one) => one.text === '--');
    if (end >= 0) run.shell.args = args.slice(end + 1);
  },
  shopt: nothing,
  eval: (args, run) => readComputed(joined(args), run),
  source,
  '.': source,
  exec: (args, run) => execs(args, run),
  command(args, run) {
    if (args[0] && /^-[vV]+$/.test(args[0].text)) {
      run.output = { list: true, words: 'command -v' };
      add(run, 'program.find', { name: shown(text(args.slice(1))) }, ['reads']);
    } else run.call?.(args[0]?.text === '-p' ? args.slice(1) : args, run);
  },
  builtin: (args, run) => run.call?.(args, run),
  trap(args, run) {
    const [first, ...signals] = args.filter((one) => one.text !== '--');
    if (!first || signals.length === 0 || /^-[lp]?$/.test(first.text) || first.text === '') return;
    readComputed(first, run);
  },
  alias(args, run) {
    const set = args.filter((one) => one.text.includes('='));
    if (set.length === 0) return;
    const name = shown(text(set));
    add(run, 'settings.words', { name }, [], { maybe: [{ id: 'maybe.words', params: { name } }] });
  },
  unalias: nothing,
  read(args, run) {
    for (const one of args) if (/^[A-Za-z_]\w*$/.test(one.text)) forget(one.text, run);
  },
  mapfile: (args, run) => forget(operands(args).at(-1)?.text ?? 'MAPFILE', run),
  readarray: (args, run) => forget(operands(args).at(-1)?.text ?? 'MAPFILE', run),
  getopts: (args, run) => forget(args[1]?.text ?? 'OPTARG', run),
  test: (args, run) => tests(args, run),
  '[': (args, run) => tests(args, run),
  let: nothing,
  true: nothing,
  false: nothing,
  ':': nothing,
  exit: nothing,
  return: nothing,
  break: nothing,
  continue: nothing,
  shift(_args, run) {
    run.shell.args = run.shell.args?.slice(1);
  },
  wait: nothing,
  fg: nothing,
  bg: (_args, run) => add(run, 'run.nothing', {}, ['background']),
  disown: (_args, run) => add(run, 'run.nothing', {}, ['background']),
  jobs: tells,
  times: tells,
  umask: nothing,
  ulimit: nothing,
  hash: nothing,
  history(args, run) {
    if (args.some((one) => one.text === '-c')) add(run, 'shell.history-clear', {}, ['deletes']);
    else tells(args, run, 'history');
  },
  fc: tells,
  type: (args, run, name) => findsProgram(args, run, name),
  complete: nothing,
  compgen: tells,
  enable: (args, run) =>
    add(run, 'settings.words', { name: shown(text(args)) }, [], {
      maybe: [{ id: 'maybe.words', params: { name: 'enable' } }],
    }),
  bind: nothing,
  help: tells,
  caller: tells,
  logout: nothing,
  suspend: nothing,
} satisfies Record<string, Builtin>);

const findsProgram: Builtin = (args, run, name) => {
  run.output = { list: true, words: name };
  add(run, 'program.find', { name: shown(text(operands(args))) }, ['reads']);
};

function execs(args: readonly Value[], run: BashRun): undefined {
  let i = 0;
  while (i < args.length && /^-[acl]/.test(args[i]!.text)) i += args[i]!.text === '-a' ? 2 : 1;
  if (i < args.length) run.call?.(args.slice(i), run);
}

/** Reads a command that the shell has itself; false where it is not one. */
export function callBuiltin(name: string, args: readonly Value[], run: BashRun): boolean {
  const builtin = builtins[name];
  if (!builtin) return false;
  if (!deeper(run, name)) return true;
  builtin(args, run, name);
  return true;
}
