import { readBashInside } from './bash/read-bash.ts';
import { callOutside, readCmd } from './cmd/read-cmd.ts';
import type { Finding } from './finding.ts';
import type { Where } from './locate.ts';
import { readPowerShell } from './powershell/read-powershell.ts';
import { sharedProgram } from './programs/call.ts';
import { literal, type Run, type Value } from './windows/run.ts';

/** Reads a command of a Windows shell. */
export function readWindows(shell: 'powershell' | 'cmd', command: string, where: Where): readonly Finding[] {
  const run = newRun(where);
  run.inner(shell, command, run);
  return run.findings;
}

function newRun(where: Where): Run {
  return {
    where,
    lost: false,
    variables: knownVariables(where),
    findings: [],
    depth: 0,
    program: sharedProgram,
    call: (words, inside) => {
      if (words[0]) callOutside(words[0], words.slice(1), inside);
    },
    inner: readInner,
    part: undefined,
  };
}

function readInner(shell: 'powershell' | 'cmd' | 'bash', command: string, run: Run): undefined {
  if (shell === 'cmd') readCmd(command, run);
  else if (shell === 'powershell') readPowerShell(command, run);
  else readBashInside(command, run);
}

/** Variables whose value is known on every Windows. */
function knownVariables({ home, cwd }: Where): Run['variables'] {
  if (known?.home !== home) known = { home, entries: entriesOf(home) };
  return new Map([...known.entries, ['cd', literal(cwd)]]);
}
let known: { readonly home: string; readonly entries: readonly (readonly [string, Value])[] } | undefined;

function entriesOf(home: string): readonly (readonly [string, Value])[] {
  const user = /([^\\/]+)$/.exec(home)?.[1] ?? '';
  const disk = /^[a-z]:/i.exec(home)?.[0] ?? 'C:';
  return Object.entries({
    userprofile: home,
    homedrive: disk,
    homepath: home.slice(2),
    username: user,
    temp: `${home}\\AppData\\Local\\Temp`,
    tmp: `${home}\\AppData\\Local\\Temp`,
    appdata: `${home}\\AppData\\Roaming`,
    localappdata: `${home}\\AppData\\Local`,
    programfiles: `${disk}\\Program Files`,
    'programfiles(x86)': `${disk}\\Program Files (x86)`,
    programdata: `${disk}\\ProgramData`,
    allusersprofile: `${disk}\\ProgramData`,
    public: `${disk}\\Users\\Public`,
    systemroot: `${disk}\\Windows`,
    windir: `${disk}\\Windows`,
    systemdrive: disk,
    comspec: `${disk}\\Windows\\System32\\cmd.exe`,
  }).map(([name, text]) => [name, literal(text)] as const);
}
