import type { Readable } from 'node:stream';
import type { Receipt, StopReason } from '@bureau/contracts';
import { startHeld } from '../start/start-held.ts';
import type { Held, HoldSpec, Started, StopOptions } from '../types.ts';
import { limitError, startError } from './errors.ts';
import { type LimitHit, type Limits, watchLimits } from './limits.ts';
import { drain, streamsEndWithin } from './stream-end.ts';

export interface LinesOptions extends Limits, Pick<StopOptions, 'graceMs' | 'firstSignal'> {}

/** The lines a command prints on stdout, without their ends, as UTF-8; to be read once. */
export interface Lines extends AsyncIterable<string> {
  readonly started: Promise<Started>;
  readonly stdin: Held['stdin'];
  readonly exited: Held['exited'];
  /** The last 8 KiB of its stderr. */
  stderrTail(): string;
  /** What is left of it is ended in the background once the lines have ended, for whatever reason; this is the proof. */
  readonly emptied: Promise<Receipt>;
  /** Ends it; the lines end. */
  stop(options?: StopOptions): Promise<Receipt>;
}

const tailBytes = 8192;
const drainBoundMs = 1000;
/** This many lines wait for their reader before the command's output is held back. */
const linesAhead = 256;

/**
 * Runs one command and gives its lines as they come. A limit throws a `LimitError`, a command that can't be
 * started a `StartFailure`, both out of the loop; leaving the loop early, also by an exception, ends the command.
 */
export function lines(spec: HoldSpec, options: LinesOptions = {}): Lines {
  const held = startHeld({ recoverable: false, ...spec, output: 'pipe' });
  const watch = watchLimits(options);
  const emptied = Promise.withResolvers<Receipt>();
  const { graceMs = 0, firstSignal } = options;
  let ended = false;
  const end = (reason: StopReason): void => {
    if (ended) return;
    ended = true;
    watch.cancel();
    if (reason !== 'exit') drain(held.stdout);
    const receipt = held.stop({ graceMs, reason, ...(firstSignal ? { firstSignal } : {}) });
    void receipt.then(async (value) => {
      emptied.resolve(value);
      await streamsEndWithin([held.stdout, held.stderr], drainBoundMs);
    }, emptied.reject);
  };
  let hit: LimitHit | null = null;
  const queue = lineQueue(held.stdout, options.lineBytes, (chunk) => watch.saw('stdout', chunk), watch.held);
  void watch.hit.then((limit) => {
    hit = limit;
    queue.close();
    end(limit.reason);
  });
  const tail = keepTail(held.stderr, (chunk) => watch.saw('stderr', chunk));
  void held.started.then((started) => (started.ok ? watch.begin() : queue.close()));
  // What the command left may hold its stdout open: it is ended as soon as the command itself has gone.
  void held.exited.then(async () => {
    end('exit');
    await streamsEndWithin([held.stdout], drainBoundMs);
    queue.close();
  });

  async function* read(): AsyncGenerator<string, void, undefined> {
    let reason: StopReason = 'stop';
    try {
      for (;;) {
        const line = await queue.next();
        if (line === null) break;
        yield line;
      }
      const started = await held.started;
      if (!started.ok) throw startError(started.error);
      if (hit) throw limitError(hit);
      reason = 'exit';
    } finally {
      end(reason);
    }
  }
  return {
    [Symbol.asyncIterator]() {
      const reading = read();
      const leave = reading.return.bind(reading);
      return Object.assign(reading, {
        // A generator that waits for a line would only return after it, and a silent command prints none.
        return() {
          queue.close();
          end('stop');
          return leave();
        },
      });
    },
    started: held.started,
    stdin: held.stdin,
    exited: held.exited,
    stderrTail: tail,
    emptied: emptied.promise,
    stop(stopOptions) {
      queue.close();
      ended = true;
      watch.cancel();
      const receipt = held.stop(stopOptions);
      void receipt.then(emptied.resolve, emptied.reject);
      drain(held.stdout);
      return receipt;
    },
  };
}

/** Cuts a stream into lines that wait for their reader; `next` gives null when there are no more. */
function lineQueue(
  stream: Readable | null,
  lineBytes: number | undefined,
  saw: (chunk: Buffer) => boolean,
  onHeld: (isHeld: boolean) => void,
): { next(): Promise<string | null>; close(): void } {
  const ready: string[] = [];
  let pending: Buffer[] = [];
  let closed = stream === null;
  let wake: (() => void) | null = null;
  const tell = (): void => {
    wake?.();
    wake = null;
  };
  const finish = (): void => {
    if (closed) return;
    closed = true;
    const rest = Buffer.concat(pending);
    if (rest.length > 0) ready.push(rest.toString('utf8'));
    pending = [];
    tell();
  };
  stream?.on('error', finish);
  stream?.on('end', finish);
  stream?.on('data', (chunk: Buffer) => {
    if (closed) return;
    // The lines before one that is too long are still given.
    const tooLong = saw(chunk);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pending.push(chunk.subarray(from, end));
      const line = Buffer.concat(pending);
      if (lineBytes !== undefined && line.length > lineBytes) break;
      ready.push(line.toString('utf8').replace(/\r$/, ''));
      pending = [];
      from = end + 1;
    }
    if (tooLong) {
      closed = true;
      pending = [];
      return tell();
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
    if (ready.length > linesAhead && !stream.isPaused()) {
      stream.pause();
      onHeld(true);
    }
    tell();
  });
  return {
    async next() {
      while (ready.length === 0 && !closed) {
        if (stream?.isPaused()) {
          onHeld(false);
          stream.resume();
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return ready.shift() ?? null;
    },
    close: finish,
  };
}

function keepTail(stream: Readable | null, saw: (chunk: Buffer) => boolean): () => string {
  let tail = Buffer.alloc(0);
  stream?.on('error', () => {});
  stream?.on('data', (chunk: Buffer) => {
    saw(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-tailBytes);
  });
  return () => tail.toString('utf8');
}
