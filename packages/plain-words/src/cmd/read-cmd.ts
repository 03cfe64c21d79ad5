import { commandHasOddCharacters } from '../characters.ts';
import { shown } from '../messages/index.ts';
import { plainProgramName, windowsProgram } from '../windows/programs.ts';
import {
  add,
  deepest,
  isKnown,
  literal,
  looks,
  type Output,
  type Run,
  runsUnknown,
  target,
  touches,
  type Value,
} from '../windows/run.ts';
import { builtins } from './builtins.ts';
import { closing, split } from './split.ts';
import { type Redirection, wordsOf } from './words.ts';

/** Longer commands are not read to their end. */
const longest = 60_000;
/** So many commands of one line are read. */
const mostPieces = 400;

/** Reads a cmd command line into the run. */
export function readCmd(command: string, run: Run): undefined {
  if (command.length > longest)
    add(run, 'command.run', { command: shown(command, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.long' }] });
  if (commandHasOddCharacters(command))
    add(run, 'command.run', { command: shown(command, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.characters' }] });
  readList(command.slice(0, longest).replaceAll('\r\n', '\n').replace(/\^\n/g, ''), run);
}

function readList(text: string, run: Run): undefined {
  if (run.depth >= deepest)
    return add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.deep' }] });
  const pieces = split(text);
  const open = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  if (!pieces || open)
    add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.broken' }] });
  if (pieces && pieces.length > mostPieces)
    add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.long' }] });
  run.depth++;
  const outer = run.part;
  let before = '';
  let from = run.findings.length;
  for (const piece of (pieces ?? [{ text, joined: '' as const }]).slice(0, mostPieces)) {
    if (pieces && pieces.length > 1) run.part = piece.text;
    run.piped = piece.joined === '|';
    run.input = run.piped ? printed(run, before, from) : undefined;
    run.output = undefined;
    before = piece.text;
    from = run.findings.length;
    readPiece(piece.text, run);
  }
  run.part = outer;
  run.piped = false;
  run.input = undefined;
  run.depth--;
}

/** What the command before hands on. */
function printed(run: Run, words: string, from: number): Output {
  const downloaded = run.findings.slice(from).some((one) => one.chips.includes('downloads'));
  return { words: shown(words, 60), data: true, ...run.output, ...(downloaded && { downloaded: true as const }) };
}

function readPiece(written: string, run: Run): undefined {
  const text = written.replace(/^[@\s]+/, '');
  if (/^(?:rem(?:\s|$)|::|:[^:])/i.test(text) || text === '') return;
  if (text.startsWith('(')) {
    const end = closing(text, 0);
    readList(text.slice(1, end < 0 ? undefined : end), run);
    if (end >= 0) readTail(text.slice(end + 1), run);
    return;
  }
  const nested = /^if(?=[\s(/])/i.test(text) ? readIf : /^for(?=\s)/i.test(text) ? readFor : undefined;
  if (!nested) return readSimple(text, run);
  if (run.depth >= deepest)
    return add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.deep' }] });
  run.depth++;
  nested(text, run);
  run.depth--;
}

/** What stands behind a closed bracket: redirections, or the other way of an `if`. */
function readTail(text: string, run: Run): undefined {
  const other = /^\s*else\b\s*/i.exec(text);
  if (other) return readPiece(text.slice(other[0].length), run);
  for (const one of wordsOf(text, run).redirections) redirect(one, run);
}

function readIf(text: string, run: Run): undefined {
  const head =
    /^if\s+(?:\/i\s+)?(?:not\s+)?(?:exist\s+("[^"]*"|[^\s(]+)|defined\s+\S+|(?:errorlevel|cmdextversion)\s+\S+|(?:"[^"]*"|[^\s="]+)\s*==\s*(?:"[^"]*"|[^\s()]+)|\S+\s+(?:equ|neq|lss|leq|gtr|geq)\s+\S+)\s*/i.exec(
      text,
    );
  if (!head)
    return add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.broken' }] });
  if (head[1]) looks(run, 'files.find-one', wordsOf(head[1], run).words.slice(0, 1));
  const rest = text.slice(head[0].length);
  const other = rest.startsWith('(') ? -1 : rest.search(/\s+else\s+/i);
  if (other < 0) return readPiece(rest, run);
  readPiece(rest.slice(0, other), run);
  readPiece(rest.slice(other).replace(/^\s+else\s+/i, ''), run);
}

function readFor(text: string, run: Run): undefined {
  const head = /^for\s+((?:\/[dlrf]\s+)*)((?:"[^"]*"|[^%\s][^\s]*)\s+)?%%?([a-z])\s+in\s*\(/i.exec(text);
  const end = head ? closing(text, head[0].length - 1) : -1;
  const body = head && end >= 0 ? /^\s*do\s+/i.exec(text.slice(end + 1)) : null;
  if (!head || !body)
    return add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.broken' }] });
  const set = text.slice(head[0].length, end).trim();
  run.variables.set(`%${head[3]}`, loopValue(head[1]!.toLowerCase(), head[2]?.trim(), set, run));
  readPiece(text.slice(end + 1 + body[0].length), run);
  run.variables.delete(`%${head[3]}`);
}

/** What the variable of a loop stands for: the list, when it is literal or a glob. */
function loopValue(flags: string, given: string | undefined, set: string, run: Run): Value {
  const command = /^['`](.*)['`]$/s.exec(set)?.[1];
  if (flags.includes('/f') && command !== undefined) {
    readList(command, run);
    return { text: '…', unknown: ['…'], listed: true };
  }
  const words = wordsOf(set, run).words;
  if (flags.includes('/f')) {
    if (!/^"/.test(set)) looks(run, 'files.read', words);
    return { text: '…', unknown: ['…'], listed: true };
  }
  const base = flags.includes('/r') && given ? `${wordsOf(given, run).words[0]?.text ?? ''}\\` : '';
  if (words.length === 1) return { ...words[0]!, text: base + words[0]!.text };
  return {
    text: words.map((one) => base + one.text).join(', '),
    unknown: words.flatMap((one) => one.unknown),
    several: words.map((one) => ({ ...one, text: base + one.text })),
  };
}

function readSimple(text: string, run: Run): undefined {
  const { words, redirections, more } = wordsOf(text, run);
  if (more) add(run, 'command.run', { command: shown(text, 80) }, ['runs-code'], { maybe: [{ id: 'maybe.long' }] });
  const [first, ...args] = words;
  if (first) callProgram(first, args, run, text);
  for (const one of redirections) redirect(one, run);
}

function redirect({ to, kind }: Redirection, run: Run): undefined {
  if (/^(?:nul|con|prn)$/i.test(to.text)) return;
  if (kind === '<') return looks(run, 'files.read', [to]);
  touches(run, kind === '>>' ? 'files.append' : 'files.overwrite', ['changes'], [to]);
}

/** Calls a command by its name: built in, of Windows, known on all systems, or nobody knows. */
export function callProgram(first: Value, args: readonly Value[], run: Run, text: string): undefined {
  if (!isKnown(first)) {
    const maybe = first.unknown.map((name) => ({ id: 'maybe.variable', params: { name: shown(name) } }) as const);
    return add(run, 'run.program', { name: first.unknown.join(', ') }, ['runs-code'], { maybe });
  }
  // `cd..`, `echo.`, `del/q` are written without a space.
  const glued = /^([a-z]+)([./\\:+,;=[\]].*)$/i.exec(first.text);
  const word =
    glued &&
    !/^[a-z]:/i.test(first.text) &&
    builtins[glued[1]!.toLowerCase()] &&
    !/\.(?:exe|com|bat|cmd|ps1)$/i.test(first.text)
      ? glued
      : undefined;
  const name = (word ? word[1]! : first.text).toLowerCase();
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
  if (builtin) return builtin(word ? [literal(word[2]!), ...args] : args, run, text);
  callOutside(first, lined(name, text) ?? args, run);
}

/** `cmd /c` with more lines: its words alone would lose where they end. */
function lined(name: string, text: string): readonly Value[] | undefined {
  const found = text.includes('\n') ? /^cmd(?:\.exe)?\s+\/[ck]\s+(.*)$/is.exec(text) : null;
  return found && /^cmd/.test(name) ? [literal('/c'), literal(found[1]!)] : undefined;
}

/** A program outside the shell. */
export function callOutside(first: Value, args: readonly Value[], run: Run): undefined {
  const { name, ownPath } = plainProgramName(first.text);
  if (!ownPath) {
    const program = windowsProgram(name);
    if (program) return program(args, run, name);
    if (run.program(name, args, run)) return;
  }
  if (/^https?:/i.test(first.text)) return runsUnknown(run, 'run.open', first.text, [{ id: 'network' }]);
  const file = ownPath || /\.(?:bat|cmd|ps1|exe|com|vbs|js|wsf|msi|lnk)$/i.test(first.text);
  if (!file) return runsUnknown(run, 'run.program', first.text);
  const at = target(run, first);
  runsUnknown(run, 'run.script', at.name, at.places);
}
