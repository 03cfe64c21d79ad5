import type { TaskEvent, TaskSummary } from '@bureau/contracts';
import type { Batch, Journal, Owner } from '../journal/journal.ts';
import type { OutputPiece } from '../journal/outputs.ts';
import { isBusy, isConflict, troubleOf } from '../journal/trouble.ts';
import type { Clock } from '../types.ts';

/** Writes what happened, then tells it; the order of one task's events never changes. */
export interface Writer {
  /** The change is written and told at the end of this turn of the event loop. */
  add(task: string, change: Change): void;
  /** Writes and tells at once what is still waiting. */
  flush(): void;
  /** What is wrong with the journal; `null` when nothing is. */
  trouble(): string | null;
  /** The last try to write what a broken journal didn't take. */
  close(): void;
}

/** What is to be written of one task. */
export interface Change {
  readonly events?: readonly TaskEvent[];
  /** Pieces of messages that are whole now. */
  readonly forget?: readonly number[];
  readonly output?: OutputPiece;
  /** `null` lets go of the task. */
  readonly owner?: Owner | null;
  /** The task rests: its state is kept, so that opening it is quick. */
  readonly rests?: boolean;
}
interface Waiting {
  readonly events: TaskEvent[];
  readonly forget: number[];
  readonly outputs: OutputPiece[];
  owner?: Owner | null;
  rests: boolean;
}

const againMs = 250;
const indexMs = 100;

/**
 * Batches of one turn of the event loop are written in one transaction before anyone is told of them. When the journal
 * can't be written (full, locked, read-only), work goes on: events are told, kept in memory, and tried again.
 */
export function openWriter(options: {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly dataDir: string;
  /** How a task looks when it is written. */
  readonly view: (task: string) => { readonly summary: TaskSummary; readonly state: () => string };
  readonly tell: (batches: readonly Batch[]) => void;
  readonly onTrouble: (message: string | null) => void;
  /** A task was changed by two processes at once: what this one wanted to write is lost, and logged. */
  readonly onConflict: (task: string) => void;
}): Writer {
  let waiting = new Map<string, Waiting>();
  let unwritten: Batch[] = [];
  let trouble: string | null = null;
  let takeBack: (() => void) | null = null;
  let scheduled = false;
  let closed = false;

  // Some at a time, when nothing else waits: a search then finds them at once.
  let takeIndex: (() => void) | null = null;
  const indexSoon = (): void => {
    takeIndex ??= options.clock.after(indexMs, () => {
      takeIndex = null;
      try {
        if (!closed && options.journal.indexSome()) indexSoon();
      } catch {
        // A journal that can't be written now is told by the next write; the next search indexes as well.
      }
    });
  };
  const write = (): void => {
    if (unwritten.length === 0) return;
    try {
      options.journal.append(unwritten);
      unwritten = [];
      if (trouble !== null) {
        trouble = null;
        options.onTrouble(null);
      }
    } catch (error) {
      if (isConflict(error) && dropConflicts()) return;
      takeBack ??= options.clock.after(againMs, () => {
        takeBack = null;
        write();
      });
      const message = troubleOf(error, options.dataDir);
      // One busy moment is no trouble yet: the next try usually passes.
      if (trouble === message || (isBusy(error) && trouble === null && unwritten.length < 50)) return;
      trouble = message;
      options.onTrouble(message);
    }
  };
  /** A batch that another process has overtaken can never be written; the others must not wait behind it. */
  const dropConflicts = (): boolean => {
    try {
      for (let next = unwritten[0]; next !== undefined; next = unwritten[0]) {
        try {
          options.journal.append([next]);
        } catch (error) {
          if (!isConflict(error)) throw error;
          options.onConflict(next.task);
        }
        unwritten.shift();
      }
      return true;
    } catch {
      return false;
    }
  };
  const flush = (): void => {
    scheduled = false;
    if (waiting.size === 0) return;
    const batches = [...waiting].map(([task, { rests, ...change }]): Batch => {
      const { summary, state } = options.view(task);
      return { task, summary, ...change, ...(rests ? { state: state() } : {}) };
    });
    waiting = new Map();
    if (batches.some(({ state }) => state !== undefined)) indexSoon();
    unwritten = unwritten.length ? [...unwritten, ...batches] : batches;
    write();
    options.tell(batches);
  };
  return {
    add(task, change) {
      // What still comes when the journal is closed (a checkpoint that took too long) is too late to be told.
      if (closed) return;
      let known = waiting.get(task);
      if (!known) {
        known = { events: [], forget: [], outputs: [], rests: false };
        waiting.set(task, known);
      }
      for (const event of change.events ?? []) known.events.push(event);
      for (const seq of change.forget ?? []) known.forget.push(seq);
      if (change.output) known.outputs.push(change.output);
      if (change.owner !== undefined) known.owner = change.owner;
      if (change.rests) known.rests = true;
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(flush);
    },
    flush,
    trouble: () => trouble,
    close() {
      flush();
      closed = true;
      takeBack?.();
      takeBack = null;
      takeIndex?.();
      if (unwritten.length) {
        try {
          options.journal.append(unwritten);
          unwritten = [];
        } catch (error) {
          options.onTrouble(troubleOf(error, options.dataDir));
        }
      }
    },
  };
}
