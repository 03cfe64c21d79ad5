import type { Where } from '../locate.ts';
import { shown } from '../messages/index.ts';
import { add, deepest, literal, type Output, type Run, type Value } from '../windows/run.ts';
import type { CommandNode, CompoundList } from './parse.ts';

/** What bash knows beside the run: functions, options, how much is still read. */
export interface Shell {
  readonly functions: Map<string, CommandNode | CompoundList>;
  /** Commands that may still be read; shared by all inner shells. */
  readonly budget: { left: number; braces: number; again: number };
  /** The arguments of the function or inner shell that is being read. */
  args: readonly Value[] | undefined;
  /** A `cd` before may have failed, and what follows would then run in another folder. */
  unsure: boolean;
  /** Ends at the first failure: `set -e`. */
  strict: boolean;
  /** The text that positions in the tree count in. */
  source: string;
  /** The whole text is one simple command: its findings need no part of their own. */
  top: boolean;
}

export interface BashRun extends Run {
  readonly shell: Shell;
}

export const mostCommands = 1500;

/** Variables that every user's shell has. */
export function firstVariables({ home, cwd }: Where): Map<string, Value> {
  if (first?.home !== home) first = { home, entries: entriesOf(home) };
  return new Map([...first.entries, ['PWD', literal(cwd)]]);
}
/** Many commands are read for one home. */
let first: { readonly home: string; readonly entries: readonly (readonly [string, Value])[] } | undefined;

function entriesOf(home: string): readonly (readonly [string, Value])[] {
  const user = /([^\\/]+)$/.exec(home)?.[1] ?? '';
  return Object.entries({ HOME: home, USER: user, LOGNAME: user, TMPDIR: '/tmp' }).map(
    ([name, text]) => [name, literal(text)] as const,
  );
}

/** A subshell: what it changes does not last. Findings are shared. */
export function subshell(run: BashRun): BashRun {
  return {
    ...run,
    variables: new Map(run.variables),
    shell: { ...run.shell, functions: new Map(run.shell.functions) },
    input: run.input,
    output: undefined,
  };
}

/** Says that a text could not be read, and why. */
export function unread(
  run: Run,
  text: string,
  why: 'maybe.long' | 'maybe.deep' | 'maybe.broken' | 'maybe.characters' | 'maybe.command' | 'maybe.zsh',
): undefined {
  add(run, 'command.run', { command: shown(text.slice(0, 400), 80) }, ['runs-code'], { maybe: [{ id: why }] });
}

/** Goes one level down; false, and said so, where that is too deep. */
export function deeper(run: Run, text: string): boolean {
  if (run.depth < deepest) return true;
  unread(run, text, 'maybe.deep');
  return false;
}

/** The value that a command's output stands for in a word. */
export function valueOfOutput(output: Output | undefined, words: string): Value {
  if (output?.value) return { ...output.value, listed: true };
  const name = shown(`$(${words})`, 70);
  if (output?.list) return { text: '\u{e020}', unknown: [name], listed: true };
  return { text: '\u{e020}', unknown: [name] };
}
