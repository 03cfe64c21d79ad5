import type { Readable } from 'node:stream';
import type { Receipt, StopReason } from '@bureau/contracts';
import { startHeld } from '../start/start-held.ts';
import type { HoldSpec, StartError, StopOptions } from '../types.ts';
import { type LimitHit, type Limits, watchLimits } from './limits.ts';
import { streamsEndWithin } from './stream-end.ts';

export interface ContainOptions extends Limits, Pick<StopOptions, 'graceMs' | 'firstSignal'> {
  /** Takes a piece of output; a promise holds the command's output back, and closes it when it rejects. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => Promise<void> | undefined;
  /** It runs now. */
  readonly onStarted?: (pid: number) => void;
  /** The command itself ended; what it left is dealt with next. */
  readonly onExit?: (exit: Receipt['exit']) => void;
  /** Ends the run, politely when there is a grace. */
  readonly stop?: AbortSignal;
  /** Takes the politeness out of it. */
  readonly hurry?: AbortSignal;
  /** When the command ends by itself, what it left may go on. */
  readonly leave?: boolean;
}

/** How a run ended, and the proof that nothing of it is left; or why it never began. */
export type Contained =
  | {
      readonly ok: true;
      readonly exit: Receipt['exit'];
      readonly reason: StopReason;
      /** The limit that was reached, when one was. */
      readonly limit: LimitHit | null;
      readonly receipt: Receipt;
    }
  | { readonly ok: false; readonly error: StartError };

/** How long output may stay open after everything was ended. */
const drainBoundMs = 2000;

/**
 * Runs one command inside a hold until it ends, a limit is reached or `stop` says so; then ends everything it
 * started and proves it. A command that fails is a result, not an exception.
 */
export async function contain(spec: HoldSpec, options: ContainOptions = {}): Promise<Contained> {
  const held = startHeld({ recoverable: false, ...spec });
  const watch = watchLimits(options);
  pass(held.stdout, 'stdout', options, watch);
  pass(held.stderr, 'stderr', options, watch);
  let ending: Promise<Receipt> | null = null;
  let reason: StopReason = 'exit';
  const end = (why: StopReason): Promise<Receipt> => {
    if (ending) return ending;
    reason = why;
    ending = why === 'exit' && options.leave ? held.leave() : held.stop(stopOptions(options, why));
    return ending;
  };
  // A wish to stop during a stop takes the politeness out of it; its own receipt says nothing new.
  const hurry = (): void => void held.stop({ graceMs: 0, reason });
  // Stop may come before the start has finished: then the hold itself settles it.
  const release = [onAbort(options.stop, () => (ending ? hurry() : end('signal'))), onAbort(options.hurry, hurry)];
  const asked = whenAborted(options.stop);
  const started = await held.started;
  if (!started.ok) {
    watch.cancel();
    for (const one of release) one();
    return started;
  }
  options.onStarted?.(started.pid);
  watch.begin();
  void held.exited.then((exit) => options.onExit?.(exit));
  const trigger = await Promise.race([
    held.exited.then(() => ({ reason: 'exit' as const, limit: null })),
    watch.hit.then((limit) => ({ reason: limit.reason, limit })),
    asked.then(() => ({ reason: 'signal' as const, limit: null })),
  ]);
  watch.cancel();
  const receipt = await end(trigger.reason);
  for (const one of release) one();
  await streamsEndWithin([held.stdout, held.stderr], drainBoundMs);
  return { ok: true, exit: receipt.exit, reason, limit: trigger.limit, receipt };
}

function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}

function stopOptions(options: ContainOptions, reason: StopReason): StopOptions {
  const { graceMs = 0, firstSignal } = options;
  return { graceMs, reason, ...(firstSignal ? { firstSignal } : {}) };
}

function pass(
  stream: Readable | null,
  name: 'stdout' | 'stderr',
  options: ContainOptions,
  watch: ReturnType<typeof watchLimits>,
): void {
  if (stream === null) return;
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    watch.saw(name, chunk);
    const taken = options.onOutput?.(name, chunk);
    if (!taken) return;
    stream.pause();
    watch.held(true);
    void taken.then(
      () => {
        watch.held(false);
        stream.resume();
      },
      // Nobody takes it any more: the command is told so by a broken pipe.
      () => stream.destroy(),
    );
  });
}

function whenAborted(signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return new Promise(() => {});
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
