import type { Receipt, StopReason } from '@bureau/contracts';
import { startHeld } from '../start/start-held.ts';
import type { HoldSpec, StartError, StopOptions } from '../types.ts';
import { type LimitHit, type Limits, watchLimits } from './limits.ts';
import { drain, streamsEndWithin } from './stream-end.ts';

export interface RunOptions extends Limits, Pick<StopOptions, 'graceMs' | 'firstSignal'> {
  /** Written to its standard input, which is then closed. Without it, its standard input is empty. */
  readonly input?: string | Uint8Array;
  /** Output beyond this many bytes a stream is dropped, and `cut` says so. Default 16 MiB. */
  readonly outputBytes?: number;
  readonly stop?: AbortSignal;
}

/** What a command printed and how it ended; or why it never began. */
export type RunResult =
  | {
      readonly ok: true;
      /** Null when a limit or `stop` came before its end. */
      readonly code: number | null;
      readonly signal: string | null;
      readonly stdout: string;
      readonly stderr: string;
      readonly cut: boolean;
      readonly reason: StopReason;
      readonly limit: LimitHit | null;
      /** What it left is ended in the background; this is the proof. Need not be waited for. */
      readonly emptied: Promise<Receipt>;
    }
  | { readonly ok: false; readonly error: StartError };

const outputBytesByDefault = 16 * 1024 * 1024;
/** What a command printed is read to its end; a survivor that holds the stream open is not waited for. */
const drainBoundMs = 1000;

/** Runs one command to its end and gives back what it printed; what it left behind is ended meanwhile. */
export async function run(spec: HoldSpec, options: RunOptions = {}): Promise<RunResult> {
  const { input, outputBytes = outputBytesByDefault, graceMs = 0, firstSignal } = options;
  const held = startHeld({
    recoverable: false,
    ...spec,
    stdin: input === undefined ? 'ignore' : 'pipe',
    output: 'pipe',
  });
  const watch = watchLimits(options);
  const printed = { stdout: collector(outputBytes), stderr: collector(outputBytes) };
  for (const name of ['stdout', 'stderr'] as const) {
    held[name]
      ?.on('error', () => {})
      .on('data', (chunk: Buffer) => {
        if (!watch.saw(name, chunk)) printed[name].add(chunk);
      });
  }
  // A command that doesn't read its input is no fault.
  held.stdin?.on('error', () => {});
  held.stdin?.end(input);
  const stopped = Promise.withResolvers<{ reason: 'stop'; limit: null }>();
  const onStop = (): void => stopped.resolve({ reason: 'stop', limit: null });
  if (options.stop?.aborted) onStop();
  else options.stop?.addEventListener('abort', onStop, { once: true });
  const stop = (reason: StopReason): Promise<Receipt> =>
    held.stop({ graceMs, reason, ...(firstSignal ? { firstSignal } : {}) });
  void stopped.promise.then(() => stop('stop'));

  const started = await held.started;
  if (!started.ok) {
    watch.cancel();
    options.stop?.removeEventListener('abort', onStop);
    return started;
  }
  watch.begin();
  const trigger = await Promise.race([
    held.exited.then(() => ({ reason: 'exit' as const, limit: null })),
    watch.hit.then((limit) => ({ reason: limit.reason, limit })),
    stopped.promise,
  ]);
  watch.cancel();
  options.stop?.removeEventListener('abort', onStop);
  const emptied = stop(trigger.reason);
  if (trigger.reason === 'exit') {
    await streamsEndWithin([held.stdout, held.stderr], drainBoundMs);
  } else {
    drain(held.stdout);
    drain(held.stderr);
    void emptied.then(() => streamsEndWithin([held.stdout, held.stderr], drainBoundMs));
  }
  const exit = trigger.reason === 'exit' ? await held.exited : { code: null, signal: null };
  return {
    ok: true,
    ...exit,
    stdout: printed.stdout.text(),
    stderr: printed.stderr.text(),
    cut: printed.stdout.cut() || printed.stderr.cut(),
    ...trigger,
    emptied,
  };
}

function collector(most: number): { add(chunk: Buffer): void; text(): string; cut(): boolean } {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  return {
    add(chunk) {
      const part = chunk.subarray(0, Math.max(0, most - length));
      if (part.length < chunk.length) isCut = true;
      length += part.length;
      if (part.length > 0) chunks.push(part);
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    cut: () => isCut,
  };
}
