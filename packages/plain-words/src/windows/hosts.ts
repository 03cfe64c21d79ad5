import type { Chip } from '@bureau/contracts';
import { shown } from '../messages/index.ts';
import { addressOf } from '../tools/address.ts';
import { readAddress } from '../tools/web.ts';
import { argumentsOf, has, lineOf, optionValue } from './arguments.ts';
import type { WindowsProgram } from './programs.ts';
import { add, isKnown, literal, looks, type Run, runsUnknown, target, touches, type Value } from './run.ts';
import { state, unknownVerb } from './settings.ts';

/** Gets an address and writes it to a file, if one is named. */
export function downloads(run: Run, url: Value, to: Value | undefined): undefined {
  if (!isKnown(url)) {
    add(
      run,
      'web.get',
      { url: shown(url.text.replace(/\u{e020}/gu, '…')), host: url.unknown.join(', ') },
      ['downloads'],
      {
        places: [{ id: 'network' }],
        maybe: url.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      },
    );
  } else {
    const found = readAddress(url.text, run.where, 'web.get');
    run.findings.push(run.part === undefined ? found : { ...found, part: run.part });
  }
  if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
}

/** Hands data to an address. */
export function sends(run: Run, url: Value, files: readonly Value[], chips: readonly Chip[] = ['sends']): undefined {
  const address = isKnown(url) ? addressOf(url.text) : undefined;
  const host = shown(address?.host ?? (url.unknown.join(', ') || url.text));
  const targets = files.map((file) => target(run, file));
  if (files.length > 0) looks(run, 'files.read', files);
  add(run, 'web.send', { host, url: shown(url.text) }, address?.local ? [] : chips, {
    places: address?.local
      ? targets.flatMap((one) => one.places)
      : [{ id: 'network', path: host }, ...targets.flatMap((one) => one.places)],
    maybe: [
      ...(address?.odd ? [{ id: 'maybe.odd-host', params: { host } } as const] : []),
      ...url.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const),
    ],
  });
}

/** Package managers of Windows. */
function packages(install: RegExp, remove: RegExp, list: RegExp, withValue: readonly string[]): WindowsProgram {
  return (args, run, name) => {
    const words: string[] = [];
    for (let i = 1; i < args.length; i++) {
      const { text } = args[i]!;
      const option = /^-{1,2}([a-z-]+)(?:=(.*))?$/i.exec(text);
      if (!option) words.push(text);
      else if (/^(?:id|name|moniker|product-?code|query|q|m|manifest)$/i.test(option[1]!) && (option[2] ?? args[i + 1]))
        words.push(option[2] ?? args[++i]!.text);
      else if (withValue.includes(option[1]!.toLowerCase()) && option[2] === undefined) i++;
    }
    const verb = args[0]?.text.toLowerCase() ?? '';
    const places = [{ id: 'network' }] as const;
    const what = words.map((word) => shown(word));
    if (install.test(verb))
      add(run, 'install.add', { paths: what.length > 0 ? what : [name] }, ['installs', 'downloads'], { places });
    else if (remove.test(verb)) add(run, 'install.remove', { paths: what }, ['deletes']);
    else if (list.test(verb) || verb === '' || verb.startsWith('-'))
      add(run, 'install.list', { name: what.join(' ') || name }, ['reads'], {
        places: /^(?:search|show|find|info)$/.test(verb) ? places : [],
      });
    else unknownVerb(run, name, args[0]);
  };
}

/** A program that runs code which Windows was not meant to run this way. */
const runsFile: WindowsProgram = (args, run, name) => {
  const found = argumentsOf(args, []);
  const file = found.operands[0] ?? args.find((one) => /[\\/.:]/.test(one.text));
  if (!file) return runsUnknown(run, 'run.program', name);
  if (/^(?:https?|javascript|vbscript):/i.test(file.text)) {
    if (/^https?:/i.test(file.text)) downloads(run, file, undefined);
    return add(run, 'run.downloaded', {}, ['runs-code'], { maybe: [{ id: 'maybe.downloaded' }] });
  }
  const at = target(run, { ...file, text: file.text.split(',')[0]! });
  runsUnknown(run, 'run.script', isKnown(file) ? at.name : `${name} ${at.name}`, at.places);
};

/** Programs that start others, install, or talk to other computers. */
export const hostPrograms: Readonly<Record<string, WindowsProgram>> = {
  powershell: (args, run) => readPowerShellCall(args, run),
  pwsh: (args, run) => readPowerShellCall(args, run),
  cmd(args, run) {
    const at = args.findIndex((one) => /^\/[ckr]$/i.test(one.text));
    if (at < 0) return runsUnknown(run, 'run.program', 'cmd');
    const rest = args.slice(at + 1);
    const unknown = rest.flatMap((one) => one.unknown);
    if (unknown.length > 0)
      return add(run, 'run.code', {}, ['runs-code'], {
        maybe: unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
      });
    // The words are put together as they were: signs such as `&` in them are signs for the inner cmd.
    const line = rest.map(({ text }) => (/\s/.test(text) ? `"${text}"` : text)).join(' ');
    run.inner('cmd', rest.length === 1 ? rest[0]!.text : line, run);
  },
  wsl(args, run) {
    const from = args.findIndex((one) => !/^-/.test(one.text) || one.text === '--');
    if (from < 0) return runsUnknown(run, 'run.program', 'wsl');
    run.inner('bash', lineOf(args.slice(args[from]!.text === '--' ? from + 1 : from)), run);
  },
  runas(args, run) {
    const found = argumentsOf(args);
    const user = optionValue(found, 'user');
    const command = found.operands.at(-1);
    add(
      run,
      'run.admin',
      { name: shown(command?.text ?? '?') },
      ['admin', ...(command ? [] : (['runs-code'] as const))],
      {
        notes: user ? [{ id: 'note.as-user', params: { name: shown(user.text) } }] : [],
      },
    );
    if (command) run.inner('cmd', command.text, run);
  },
  psexec(args, run) {
    const host = args.find((one) => one.text.startsWith('\\\\'));
    const name = shown(host?.text ?? args.at(-1)?.text ?? '?');
    add(run, 'run.elsewhere', { name }, ['sends', 'runs-code', 'admin'], {
      places: host ? [{ id: 'network', path: name }] : [],
      maybe: [{ id: 'maybe.elsewhere' }],
    });
  },
  winrs(args, run) {
    const host = args.find((one) => /^[/-]r/i.test(one.text))?.text.replace(/^.*?:/, '') ?? '?';
    add(run, 'run.elsewhere', { name: shown(host) }, ['sends', 'runs-code'], {
      places: [{ id: 'network', path: shown(host) }],
      maybe: [{ id: 'maybe.elsewhere' }],
    });
  },
  mshta: runsFile,
  rundll32: runsFile,
  regsvr32: (args, run, name) => {
    runsFile(
      args
        .filter((one) => !/^\/[sun]$/i.test(one.text))
        .map((one) => ({ ...one, text: one.text.replace(/^\/i:/i, '') })),
      run,
      name,
    );
    add(run, 'settings.change', { name: shown(`regsvr32 ${args.map((one) => one.text).join(' ')}`) }, ['settings']);
  },
  cscript: (args, run, name) =>
    runsFile(
      args.filter((one) => !one.text.startsWith('//')),
      run,
      name,
    ),
  wscript: (args, run, name) =>
    runsFile(
      args.filter((one) => !one.text.startsWith('//')),
      run,
      name,
    ),
  installutil: runsFile,
  regasm: runsFile,
  forfiles(args, run) {
    const found = argumentsOf(args, ['p', 'm', 'c', 'd']);
    const folder = optionValue(found, 'p') ?? literal('.');
    const mask = optionValue(found, 'm')?.text ?? '*';
    looks(run, 'files.find', [folder], { pattern: mask });
    const command = optionValue(found, 'c');
    const names = `${folder.text === '.' ? '' : `${folder.text}\\`}${mask}`;
    if (command)
      run.inner(
        'cmd',
        command.text.replace(/^cmd(?:\.exe)?\s+\/c\s+/i, '').replace(/@(?:path|file|relpath)/gi, `"${names}"`),
        run,
      );
  },
  msiexec(args, run) {
    const found = argumentsOf(args, ['i', 'x', 'package', 'uninstall', 'l', 'l*v', 'a', 'p', 'update', 'j']);
    const removed = optionValue(found, 'x', 'uninstall');
    if (removed) return add(run, 'install.remove', { paths: shown(removed.text) }, ['deletes']);
    const added = optionValue(found, 'i', 'package', 'a', 'p', 'update', 'j') ?? found.operands[0];
    if (!added) return state(run, 'msiexec');
    if (/^https?:/i.test(added.text)) downloads(run, added, undefined);
    const at = /^https?:/i.test(added.text) ? { places: [] } : target(run, added);
    add(run, 'install.add', { paths: shown(added.text) }, ['installs', 'runs-code'], {
      places: at.places,
      maybe: [{ id: 'maybe.program', params: { name: shown(added.text) } }],
    });
  },
  winget: packages(
    /^(?:install|add|upgrade|update|import|configure|download)$/,
    /^(?:uninstall|remove|rm)$/,
    /^(?:search|show|find|view|list|ls|source|features|hash|settings|export|pin|info|validate)$/,
    [
      'version',
      'v',
      'source',
      's',
      'scope',
      'a',
      'architecture',
      'l',
      'location',
      'locale',
      'o',
      'log',
      'override',
      'custom',
      'header',
      'installer-type',
    ],
  ),
  choco: packages(
    /^(?:install|upgrade|cinst|cup)$/,
    /^(?:uninstall|cuninst)$/,
    /^(?:list|search|find|info|outdated|pin|source|sources|config|feature|features|help|export)$/,
    ['version', 'source', 's', 'params', 'package-parameters', 'installargs', 'ia'],
  ),
  scoop: packages(
    /^(?:install|update|bucket|reset|download)$/,
    /^(?:uninstall|cleanup)$/,
    /^(?:list|search|info|status|which|prefix|home|help|config|cache|depends|checkup|export|cat)$/,
    [],
  ),
  certutil(args, run) {
    const found = argumentsOf(args, []);
    const url = found.operands.find((one) => /^https?:/i.test(one.text));
    if (url) return downloads(run, url, found.operands.find((one) => one !== url) ?? literal('.'));
    if (has(found, 'encode', 'decode', 'encodehex', 'decodehex')) {
      const [from, to] = found.operands;
      if (from) looks(run, 'files.read', [from]);
      if (to) touches(run, 'files.write', ['changes', 'creates'], [to]);
    } else if (has(found, 'hashfile', 'dump', 'verify', 'store', 'viewstore', 'asn'))
      looks(run, 'files.read', found.operands.slice(0, 1));
    else if (has(found, 'addstore', 'importpfx', 'installcert', 'delstore'))
      add(
        run,
        'settings.change',
        { name: shown(`certutil ${lineOf(args)}`) },
        has(found, 'delstore') ? ['settings', 'permissions', 'deletes'] : ['settings', 'permissions'],
        { places: [{ id: 'system' }] },
      );
    else unknownVerb(run, 'certutil', args[0]);
  },
  bitsadmin(args, run) {
    const url = args.find((one) => /^https?:/i.test(one.text));
    if (!url) return state(run, 'bitsadmin');
    const to = args[args.indexOf(url) + 1];
    if (args.some((one) => /^\/upload/i.test(one.text))) sends(run, url, to ? [to] : []);
    else downloads(run, url, to);
  },
  wmic(args, run) {
    const line = args.map((one) => one.text).join(' ');
    const name = shown(line);
    if (/\bprocess\b.*\bcall\s+create\b/i.test(line)) {
      const started = /create\s+["']?([^"']+)/i.exec(line)?.[1] ?? line;
      return run.inner('cmd', started, run);
    }
    if (/\bprocess\b.*\b(?:delete|call\s+terminate)\b/i.test(line))
      return add(run, 'program.stop', { name }, ['stops-programs']);
    if (/\bcall\s+uninstall\b/i.test(line)) return add(run, 'install.remove', { paths: name }, ['deletes']);
    if (/\bdelete\b/i.test(line))
      return add(run, 'settings.change', { name }, ['deletes', 'settings'], { places: [{ id: 'system' }] });
    if (/\b(?:call|set|create)\b/i.test(line))
      return add(run, 'settings.change', { name }, ['settings'], {
        maybe: [{ id: 'maybe.program', params: { name } }],
      });
    state(run, `wmic ${name}`);
  },
  explorer: (args, run) => opens(args, run, 'explorer'),
  notepad: (args, run) => opens(args, run, 'notepad'),
  code: (args, run) =>
    opens(
      args.filter((one) => !one.text.startsWith('-')),
      run,
      'code',
    ),
};

function opens(args: readonly Value[], run: Run, name: string): undefined {
  const places = args.flatMap((one) => target(run, one).places);
  add(run, 'run.open', { paths: args.length > 0 ? args.map((one) => target(run, one).name) : [name] }, ['reads'], {
    places,
  });
}

/** Options of powershell.exe that take a value; they may be shortened. */
const psValues = [
  'configurationname',
  'custompipename',
  'encodedarguments',
  'executionpolicy',
  'inputformat',
  'outputformat',
  'psconsolefile',
  'settingsfile',
  'version',
  'windowstyle',
  'workingdirectory',
  'ep',
  'ex',
  'wd',
  'if',
  'of',
];

function readPowerShellCall(args: readonly Value[], run: Run): undefined {
  for (let i = 0; i < args.length; i++) {
    const option = /^[-/]([a-z]+)$/i.exec(args[i]!.text)?.[1]?.toLowerCase();
    if (option === undefined) return psCommand(args.slice(i), run);
    if (/^(?:e|ec|en|enc|enco\w*)$/.test(option)) return psEncoded(args[i + 1], run);
    if (/^(?:c|com\w*|co)$/.test(option)) return psCommand(args.slice(i + 1), run);
    if (/^(?:f|fi|fil|file)$/.test(option)) {
      const file = args[i + 1];
      return file ? runsUnknown(run, 'run.script', target(run, file).name, target(run, file).places) : undefined;
    }
    if (
      psValues.some(
        (name) => name === option || (option.length > 1 && name.startsWith(option)) || /^[wvoi]$/.test(option),
      )
    )
      i++;
  }
  if (args.length === 0) runsUnknown(run, 'run.program', 'powershell');
}

function psCommand(args: readonly Value[], run: Run): undefined {
  const unknown = args.flatMap((one) => one.unknown);
  if (args[0]?.text === '-' || args.length === 0)
    return add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  if (unknown.length > 0)
    return add(run, 'run.code', {}, ['runs-code'], {
      maybe: unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } })),
    });
  run.inner('powershell', args.map((one) => one.text).join(' '), run);
}

/** -EncodedCommand holds the command as base64 of UTF-16: it is read like the command itself, but it was hidden. */
function psEncoded(given: Value | undefined, run: Run): undefined {
  const text = given && isKnown(given) ? fromBase64(given.text) : undefined;
  if (text === undefined) return add(run, 'run.code', {}, ['runs-code'], { maybe: [{ id: 'maybe.code' }] });
  add(run, 'run.code', {}, ['runs-code'], {
    notes: [{ id: 'note.hidden-text', params: { text: shown(text) } }],
    maybe: [{ id: 'maybe.code' }],
  });
  run.inner('powershell', text, run);
}

/** UTF-16 text from base64; undefined where it is none. */
export function fromBase64(given: string): string | undefined {
  if (given.length > 40_000 || !/^[A-Za-z0-9+/=\s]{4,}$/.test(given)) return undefined;
  try {
    const bytes = atob(given.replace(/\s/g, ''));
    let text = '';
    for (let i = 0; i + 1 < bytes.length; i += 2)
      text += String.fromCharCode(bytes.charCodeAt(i) | (bytes.charCodeAt(i + 1) << 8));
    return text;
  } catch {
    return undefined;
  }
}
