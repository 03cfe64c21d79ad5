import type { Chip } from '@bureau/contracts';
import { shown } from '../messages/index.ts';
import { argumentsOf, has, optionValue } from './arguments.ts';
import type { WindowsProgram } from './programs.ts';
import { add, isKnown, isMachineRegistry, looks, plainName, type Run, touches, type Value } from './run.ts';

const machine = (text: string): readonly [{ id: 'system'; path: string }] | readonly [] =>
  isMachineRegistry(text) ? [{ id: 'system', path: shown(text) }] : [];

/** Notes a place of the registry whose programs start by themselves. */
export const startNote = (key: string) =>
  /\\(?:Run(?:Once|Services)?(?:Ex)?|Winlogon|Image File Execution Options|AppInit_DLLs|Services|Shell Folders|Environment|Command Processor)(?:\\|$)/i.test(
    key,
  )
    ? ([{ id: 'starts.registry-run' }] as const)
    : [];

/** Registry, environment, services, timed tasks, network, start of the computer. */
export const settingPrograms: Readonly<Record<string, WindowsProgram>> = {
  reg(args, run) {
    const verb = args[0]?.text.toLowerCase();
    const found = argumentsOf(args.slice(1), ['v', 't', 'd', 's', 'f', 'se']);
    const key = found.operands[0]?.text ?? '';
    const value = optionValue(found, 'v');
    const paths = shown(value ? `${key}\\${value.text}` : key);
    const data = optionValue(found, 'd');
    if (verb === 'query' || verb === 'compare')
      add(run, 'settings.registry-read', { paths }, ['reads'], { places: machine(key) });
    else if (verb === 'add' || verb === 'copy')
      add(
        run,
        'settings.registry-set',
        { paths: verb === 'copy' ? shown(found.operands[1]?.text ?? key) : paths },
        ['settings'],
        {
          places: machine(found.operands[verb === 'copy' ? 1 : 0]?.text ?? key),
          notes: [
            ...(data ? [{ id: 'note.value', params: { text: plainName(data) } } as const] : []),
            ...startNote(key),
          ],
          maybe: unknownIn(run, found.operands),
        },
      );
    else if (verb === 'delete')
      add(run, 'settings.registry-delete', { paths }, ['deletes', 'settings'], {
        places: machine(key),
        maybe: unknownIn(run, found.operands),
      });
    else if (verb === 'import' || verb === 'restore' || verb === 'load')
      looksAndSets(run, found.operands.at(-1), 'settings.registry-load');
    else if (verb === 'export' || verb === 'save') {
      const to = found.operands[1];
      add(run, 'settings.registry-read', { paths: shown(key) }, ['reads'], { places: machine(key) });
      if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
    } else unknownVerb(run, 'reg', args[0]);
  },
  regedit(args, run) {
    const found = argumentsOf(args, ['e']);
    const out = optionValue(found, 'e');
    if (out) return touches(run, 'files.write', ['changes', 'creates'], [out]);
    looksAndSets(run, found.operands[0], 'settings.registry-load');
  },
  setx(args, run) {
    const found = argumentsOf(args, ['s', 'u', 'p', 'k', 'f']);
    const all = has(found, 'm');
    add(
      run,
      all ? 'settings.variable-machine' : 'settings.variable',
      { name: shown(found.operands[0]?.text ?? '?') },
      ['settings'],
      {
        places: all ? [{ id: 'system' }] : [],
        notes: found.operands[1] ? [{ id: 'note.value', params: { text: plainName(found.operands[1]) } }] : [],
      },
    );
  },
  schtasks(args, run) {
    const found = argumentsOf(args, [
      'tn',
      'tr',
      'sc',
      'mo',
      'd',
      'm',
      'i',
      'st',
      'ri',
      'et',
      'du',
      'sd',
      'ed',
      'ec',
      'ru',
      'rp',
      's',
      'u',
      'p',
      'xml',
      'rl',
      'delay',
      'fo',
    ]);
    const name = shown(optionValue(found, 'tn')?.text ?? '?');
    const runs = optionValue(found, 'tr');
    if (has(found, 'create')) {
      add(run, 'timed.add', { name }, ['background'], {
        notes: runs ? [{ id: 'starts.would-run', params: { commands: shown(runs.text) } }] : [],
      });
      if (runs && isKnown(runs)) {
        const from = run.findings.length;
        run.inner('cmd', runs.text, run);
        for (let i = from; i < run.findings.length; i++)
          run.findings[i] = { ...run.findings[i]!, chips: [...run.findings[i]!.chips, 'background'] };
      }
      const xml = optionValue(found, 'xml');
      if (xml) looks(run, 'files.read', [xml]);
    } else if (has(found, 'delete')) add(run, 'timed.delete', { name }, ['deletes']);
    else if (has(found, 'change')) add(run, 'timed.change', { name }, ['background', 'settings']);
    else if (has(found, 'run'))
      add(run, 'timed.run', { name }, ['runs-code', 'background'], {
        maybe: [{ id: 'maybe.program', params: { name } }],
      });
    else if (has(found, 'end')) add(run, 'timed.stop', { name }, ['stops-programs']);
    else add(run, 'timed.list', {}, ['reads']);
  },
  at: (args, run) => add(run, 'timed.add', { name: shown(args.map((one) => one.text).join(' ')) }, ['background']),
  sc(args, run) {
    const from = args[0]?.text.startsWith('\\\\') ? 1 : 0;
    const verb = args[from]?.text.toLowerCase() ?? '';
    const name = shown(args[from + 1]?.text ?? '?');
    const path =
      args.find((_, i) => /^binpath=?$/i.test(args[i - 1]?.text ?? '')) ??
      args.find(({ text }) => /^binpath=./i.test(text));
    const notes = path
      ? [{ id: 'starts.would-run', params: { commands: shown(path.text.replace(/^binpath=/i, '')) } } as const]
      : [];
    if (
      /^(?:query|queryex|qc|qdescription|qfailure|enumdepend|getdisplayname|getkeyname|sdshow|qtriggerinfo)$/.test(verb)
    )
      add(run, 'service.list', {}, ['reads']);
    else if (verb === 'start' || verb === 'continue') add(run, 'service.start', { name }, ['background']);
    else if (verb === 'stop' || verb === 'pause') add(run, 'service.stop', { name }, ['stops-programs']);
    else if (verb === 'create') add(run, 'service.add', { name }, ['background', 'settings'], { notes });
    else if (verb === 'delete') add(run, 'service.delete', { name }, ['deletes', 'settings']);
    else if (/^(?:config|failure|description|triggerinfo|sidtype|privs|control)$/.test(verb))
      add(run, 'service.change', { name }, ['settings', 'background'], { notes });
    else if (verb === 'sdset') add(run, 'service.change', { name }, ['settings', 'permissions']);
    else unknownVerb(run, 'sc', args[from]);
  },
  net(args, run) {
    const verb = args[0]?.text.toLowerCase() ?? '';
    const found = argumentsOf(args.slice(1));
    const first = found.operands[0];
    const name = shown(first?.text ?? '?');
    if (verb === 'start')
      return first ? add(run, 'service.start', { name }, ['background']) : add(run, 'service.list', {}, ['reads']);
    if (verb === 'stop' || verb === 'pause') return add(run, 'service.stop', { name }, ['stops-programs']);
    if (verb === 'continue') return add(run, 'service.start', { name }, ['background']);
    if (verb === 'user') {
      if (has(found, 'add')) return add(run, 'user.add', { name }, ['permissions', 'settings', 'creates']);
      if (has(found, 'delete')) return add(run, 'user.delete', { name }, ['deletes', 'permissions', 'settings']);
      if (found.operands.length > 1 || has(found, 'active', 'passwordreq'))
        return add(run, 'user.change', { name }, ['permissions', 'settings']);
      return add(run, 'user.list', {}, ['reads']);
    }
    if (verb === 'localgroup' || verb === 'group') {
      const who = shown(
        found.operands
          .slice(1)
          .map((one) => one.text)
          .join(' ') || name,
      );
      if (has(found, 'add', 'delete'))
        return add(
          run,
          'user.rights',
          { name: `${who} (${name})` },
          has(found, 'delete') ? ['permissions', 'settings', 'deletes'] : ['permissions', 'settings'],
        );
      return add(run, 'user.list', {}, ['reads']);
    }
    if (verb === 'use') {
      if (found.operands.length === 0) return add(run, 'computer.look', { name: 'net use' }, ['reads']);
      const server = found.operands.find((one) => one.text.startsWith('\\\\'))?.text ?? name;
      if (has(found, 'delete', 'd')) return add(run, 'share.stop', { name }, ['settings']);
      return add(run, 'share.connect', { name: shown(server) }, ['settings'], {
        places: [{ id: 'network', path: shown(server) }],
      });
    }
    if (verb === 'share') {
      if (found.operands.length === 0) return add(run, 'computer.look', { name: 'net share' }, ['reads']);
      return has(found, 'delete')
        ? add(run, 'share.stop', { name }, ['settings'])
        : add(run, 'share.create', { name }, ['permissions', 'settings', 'publishes']);
    }
    if (
      /^(?:view|statistics|config|accounts|session|file|time|help|helpmsg|computer)$/.test(verb) &&
      found.options.size === 0
    )
      return add(run, 'computer.look', { name: `net ${verb}` }, ['reads']);
    add(run, 'settings.change', { name: shown(`net ${args.map((one) => one.text).join(' ')}`) }, ['settings']);
  },
  netsh(args, run) {
    const text = shown(args.map((one) => one.text).join(' '));
    if (/\b(?:show|dump|help)\b/i.test(text)) return add(run, 'computer.look', { name: `netsh ${text}` }, ['reads']);
    const chips: Chip[] = /\b(?:delete|reset)\b/i.test(text) ? ['settings', 'deletes'] : ['settings'];
    add(run, /firewall/i.test(text) ? 'settings.firewall' : 'settings.network', { name: text }, chips, {
      places: [{ id: 'system' }],
    });
  },
  bcdedit(args, run) {
    const found = argumentsOf(args);
    if (args.length === 0 || has(found, 'enum', 'v')) return add(run, 'computer.look', { name: 'bcdedit' }, ['reads']);
    add(
      run,
      'settings.change',
      { name: shown(`bcdedit ${args.map((one) => one.text).join(' ')}`) },
      has(found, 'delete', 'deletevalue') ? ['settings', 'deletes'] : ['settings'],
      { places: [{ id: 'system' }] },
    );
  },
  powercfg: (args, run) =>
    showsOrSets(
      run,
      'powercfg',
      args,
      /^[/-](?:list|l|query|q|a|getactivescheme|lastwake|requests|energy|batteryreport|devicequery|waketimers|aliases)$/i,
    ),
  w32tm: (args, run) => showsOrSets(run, 'w32tm', args, /^[/-](?:query|monitor|stripchart|tz|dumpreg)$/i),
  tzutil: (args, run) => showsOrSets(run, 'tzutil', args, /^[/-](?:g|l)$/i),
  auditpol: (args, run) => showsOrSets(run, 'auditpol', args, /^[/-](?:get|list)$/i),
  gpupdate: (args, run) => showsOrSets(run, 'gpupdate', args, /^never$/),
  secedit: (args, run) => showsOrSets(run, 'secedit', args, /^[/-](?:analyze|validate)$/i),
  assoc: (args, run) => (args.some((one) => one.text.includes('=')) ? sets(run, 'assoc', args) : state(run, 'assoc')),
  ftype: (args, run) => (args.some((one) => one.text.includes('=')) ? sets(run, 'ftype', args) : state(run, 'ftype')),
};

function looksAndSets(run: Run, file: Value | undefined, id: 'settings.registry-load'): undefined {
  if (!file) return sets(run, 'regedit', []);
  looks(run, 'files.read', [file]);
  add(run, id, { paths: shown(file.text) }, ['settings'], {
    maybe: [{ id: 'maybe.program', params: { name: shown(file.text) } }],
  });
}

export const state = (run: Run, name: string): undefined => add(run, 'computer.look', { name }, ['reads']);
const sets = (run: Run, program: string, args: readonly Value[]): undefined =>
  add(run, 'settings.change', { name: shown([program, ...args.map((one) => one.text)].join(' ')) }, ['settings'], {
    places: [{ id: 'system' }],
  });

function showsOrSets(run: Run, program: string, args: readonly Value[], shows: RegExp): undefined {
  if (args.length === 0 || args.some((one) => shows.test(one.text) || one.text === '/?')) state(run, program);
  else sets(run, program, args);
}

/** A verb that the program does not have in Bureau's table. */
export function unknownVerb(run: Run, program: string, verb: Value | undefined): undefined {
  if (verb === undefined || verb.text === '/?') return state(run, program);
  add(run, 'run.program', { name: `${program} ${shown(verb.text)}` }, ['runs-code'], {
    maybe: [{ id: 'maybe.option', params: { name: shown(verb.text) } }],
  });
}

const unknownIn = (_run: Run, values: readonly Value[]) =>
  values.flatMap((value) =>
    value.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const),
  );
