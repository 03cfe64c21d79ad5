import type { Chip } from '@bureau/contracts';
import type { MessageId } from '../messages/index.ts';
import type { Run, Value } from '../windows/run.ts';

/** What becomes of an operand or of an option's value. */
export type Role =
  | 'text' // only words for the program; not named
  | 'name' // named to the person, but no file
  | 'read' // a file or folder that is looked at
  | 'write' // a file that is written anew
  | 'append'
  | 'make' // a folder or file that is brought into being
  | 'cwd' // where the program goes before it works
  | 'shell' // a command line that a shell runs
  | 'script'; // a file that is run

/**
 * One program as data. `options` is a list in words: `-a,--all` (a switch), `-n,--lines=` (takes a value),
 * `--color?` (a value only when glued), `-o,--output=write` (the value's role). The first of the names that a comma
 * joins is how `has` and `value` call it.
 */
export interface Spec {
  /** The program's names, separated by spaces. */
  readonly names: string;
  readonly options?: string;
  /** No option of it can write, send or run anything: unknown ones do not matter. */
  readonly harmless?: true;
  /** Options end at the first operand (`sudo -u x ls -l`). */
  readonly stops?: true;
  /** Words at which its own options end; what follows is for `read`. */
  readonly until?: readonly string[];
  /** Long options begin with one dash (`terraform -auto-approve`). */
  readonly oneDash?: true;
  /** The roles of the operands in order; the last one, with `*`, goes for the rest. `read*` when missing. */
  readonly operands?: string;
  readonly says?: MessageId;
  readonly chips?: readonly Chip[];
  /** It prints names that the person can picture (files, ids): what takes them is still readable. */
  readonly lists?: true;
  /** It hands on a part of what it gets. */
  readonly filters?: true;
  /** Reads it in its own way; what `options` names is already done. */
  readonly read?: (call: Call, run: Run) => undefined;
}

/** A call of a program, taken apart by its spec. */
export interface Call {
  readonly name: string;
  readonly args: readonly Value[];
  readonly operands: readonly Value[];
  /** Where in `args` each operand stands. */
  readonly at: readonly number[];
  readonly options: ReadonlyMap<string, readonly Value[]>;
  readonly unknown: readonly string[];
  /** How many operands are the sub-command (`npm run`, `docker compose up`): the sentence says them in its own words. */
  verbWords?: number;
}

export const has = (call: Call, ...names: readonly string[]): boolean => names.some((name) => call.options.has(name));
export const values = (call: Call, ...names: readonly string[]): readonly Value[] =>
  names.flatMap((name) => call.options.get(name) ?? []);
export const value = (call: Call, ...names: readonly string[]): Value | undefined => values(call, ...names).at(-1);
/** The words from an operand on, options included: the command that a wrapper runs. */
export const wordsFrom = (call: Call, operand: number): readonly Value[] =>
  operand < call.at.length ? call.args.slice(call.at[operand]) : [];
