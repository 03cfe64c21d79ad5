import type { Finding } from '../finding.ts';
import { isWindows, type Where } from '../locate.ts';
import { sharedProgram } from '../programs/call.ts';
import type { Run } from '../windows/run.ts';
import { isOdd } from './characters.ts';
import { isBroken, longest, parseBash } from './parse.ts';
import { type BashRun, deeper, firstVariables, mostCommands, unread } from './shell.ts';
import { callWords, readScript } from './walk.ts';

/** Reads a command in bash (or another shell of its kind). */
export function readBash(command: string, where: Where): readonly Finding[] {
  const run = newRun(where);
  if (isOdd(command)) unread(run, command, 'maybe.characters');
  readText(command, run);
  return run.findings;
}

/** Reads a bash command found inside one of another shell, into that one's findings. */
export function readBashInside(command: string, outer: Run): undefined {
  const run = newRun(outer.where);
  if (isOdd(command)) unread(run, command, 'maybe.characters');
  run.depth = outer.depth + 1;
  readText(command, run);
  outer.findings.push(...run.findings);
}

function newRun(where: Where): BashRun {
  return {
    where,
    lost: false,
    variables: firstVariables(isWindows(where) ? { ...where, home: where.home.replaceAll('\\', '/') } : where),
    findings: [],
    depth: 0,
    program: sharedProgram,
    inner: readInner,
    part: undefined,
    call: (words, run) => callWords(words, run as BashRun),
    shell: {
      functions: new Map(),
      budget: { left: mostCommands, braces: 300, again: 12 },
      args: undefined,
      unsure: false,
      strict: false,
      source: '',
      top: true,
    },
  };
}

/** Other shells inside bash are only named; bash inside bash is read on, with the same functions and variables. */
function readInner(shell: 'powershell' | 'cmd' | 'bash', command: string, run: Run): undefined {
  const bash = run as BashRun;
  if (shell !== 'bash' || !bash.shell) {
    run.findings.push({
      does: { id: 'run.language', params: { name: shell === 'cmd' ? 'cmd' : 'PowerShell' } },
      chips: ['runs-code'],
      places: [],
      maybe: [{ id: 'maybe.code' }],
    });
    return;
  }
  if (!deeper(run, command)) return;
  run.depth++;
  readText(command, bash);
  run.depth--;
}

function readText(command: string, run: BashRun): undefined {
  let text = command;
  if (isTooMuch(text)) {
    unread(run, text, 'maybe.long');
    text = text.slice(0, longest);
  }
  if (isTooDeep(text)) return unread(run, text, 'maybe.deep');
  const script = parseBash(text);
  if (isBroken(script)) unread(run, text, 'maybe.broken');
  const { source, top } = run.shell;
  run.shell.source = text;
  run.shell.top = run.depth === 0 && script.commands.length === 1 && script.commands[0]!.command.type === 'Command';
  readScript(script, run);
  run.shell.source = source;
  run.shell.top = top;
}

/** Brackets nested so deep are no work of a person, and take the parser long. */
function isTooDeep(text: string): boolean {
  if (text.length < 400) return false;
  let depth = 0;
  let ticks = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 40 || code === 123) {
      if (++depth > 150) return true;
    } else if (code === 41 || code === 125) {
      if (depth > 0) depth--;
    } else if (code === 96 && ++ticks > 400) return true;
    else if (code === 10) depth = Math.min(depth, 100);
  }
  return false;
}

/** A long text is read where most of it is one quoted piece; what holds very many commands is not. */
function isTooMuch(text: string): boolean {
  if (text.length <= longest) return false;
  if (text.length > 4_000_000) return true;
  let signs = 0;
  let spaces = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // ; & | ( ) { $ ` < " '
    if (
      code === 59 ||
      code === 38 ||
      code === 124 ||
      code === 40 ||
      code === 41 ||
      code === 123 ||
      code === 36 ||
      code === 96 ||
      code === 60 ||
      code === 34 ||
      code === 39
    )
      if (++signs > 40_000) return true;
    if (code === 32 && ++spaces > 150_000) return true;
  }
  return false;
}
