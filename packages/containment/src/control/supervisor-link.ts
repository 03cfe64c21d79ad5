import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { readStat } from '../linux/proc.ts';
import { lineReader, type Order, type Word } from './messages.ts';

type Question =
  | Omit<Extract<Order, { t: 'stop' }>, 'id'>
  | Omit<Extract<Order, { t: 'stop-one' | 'keep' }>, 'id'>
  | { readonly t: 'list' | 'kill-work' | 'leave' };

/** The host's end of the control channel to one supervisor. */
export interface SupervisorLink {
  readonly startTicks: string;
  say(order: Order): void;
  /** Settles with the supervisor's reply; never when it is lost (race it against `gone`). */
  ask(question: Question): Promise<unknown>;
  onWord(listener: (word: Exclude<Word, { t: 'reply' }>) => void): void;
  /** The supervisor's process has ended and everything it said has been read. */
  readonly gone: Promise<{ readonly error: string | null }>;
}

export function openSupervisor(child: ChildProcess): SupervisorLink {
  const control = child.stdio[3] as Duplex;
  const waiting = new Map<number, (value: unknown) => void>();
  const gone = Promise.withResolvers<{ error: string | null }>();
  let listener: (word: Exclude<Word, { t: 'reply' }>) => void = () => {};
  let lastId = 0;
  let fault: string | null = null;

  // The agent's streams may stay open in a survivor, so the process's own end and its channel's are waited for.
  const ended = Promise.withResolvers<void>();
  child.once('exit', () => ended.resolve());
  child.once('error', (error) => {
    fault = error.message;
    gone.resolve({ error: fault });
  });
  const read = Promise.withResolvers<void>();
  control.once('close', () => read.resolve());
  control.on('error', () => {});
  void Promise.all([ended.promise, read.promise]).then(() => gone.resolve({ error: fault }));

  control.on(
    'data',
    lineReader<Word>((word) => {
      if (word.t === 'reply') {
        waiting.get(word.id)?.(word.value);
        waiting.delete(word.id);
      } else {
        if (word.t === 'fault') fault = word.text;
        listener(word);
      }
    }),
  );
  return {
    startTicks: (child.pid !== undefined && process.platform === 'linux' && readStat(child.pid)?.startTicks) || '0',
    say(order) {
      if (!control.destroyed) control.write(`${JSON.stringify(order)}\n`);
    },
    ask(question) {
      const id = ++lastId;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        if (!control.destroyed) control.write(`${JSON.stringify({ ...question, id })}\n`);
      });
    },
    onWord(wanted) {
      listener = wanted;
    },
    gone: gone.promise,
  };
}
