import { fstatSync, writeSync } from 'node:fs';

/** Calls `act` at each SIGINT, SIGTERM or SIGHUP to this process; `again` from the second one on. */
export function onSignals(act: (signal: string, again: boolean) => void): { release(): void } {
  let count = 0;
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listener = (signal: string): void => act(signal, count++ > 0);
  for (const name of names) process.on(name, listener);
  return {
    release() {
      for (const name of names) process.removeListener(name, listener);
    },
  };
}

/** Looks a few times a second whether this process has been given to another parent. */
export function whenParentGone(act: () => void): { release(): void } {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 100);
  return { release: () => clearInterval(timer) };
}

/** Writes JSON lines to file 3 when the caller opened it, else to stderr. */
export function eventsOut(): (event: object) => void {
  const fd = isCallers(3) ? 3 : 2;
  return (event) => {
    try {
      writeSync(fd, `${JSON.stringify(event)}\n`);
    } catch {
      // Nobody reads any more; the command goes on and the receipt file still tells.
    }
  };
}

/** Node itself may have the number; its own is neither a file, a pipe, a socket nor a device. */
function isCallers(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isFile() || stat.isSocket() || stat.isCharacterDevice();
  } catch {
    return false;
  }
}

/** How long output that nobody reads is waited for once a limit or a signal has ended the command. */
const flushBoundMs = 1000;

/** Passes output on byte for byte, no faster than it is read. */
export function passOutput(): {
  take(stream: 'stdout' | 'stderr', chunk: Buffer): Promise<void> | undefined;
  /** False when its reader has stopped reading, and `bounded` allows to give up. */
  flush(bounded: boolean): Promise<boolean>;
} {
  const closed = new Set<string>();
  for (const name of ['stdout', 'stderr'] as const) process[name].on('error', () => closed.add(name));
  return {
    take(stream, chunk) {
      if (closed.has(stream)) return Promise.reject(new Error(`${stream} is closed`));
      if (process[stream].write(chunk)) return undefined;
      return new Promise((resolve, reject) => {
        process[stream].once('drain', resolve);
        process[stream].once('error', reject);
      });
    },
    async flush(bounded) {
      const all = Promise.all((['stdout', 'stderr'] as const).map((name) => written(process[name])));
      if (!bounded) return all.then(() => true);
      let timer: NodeJS.Timeout | undefined;
      const bound = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), flushBoundMs);
      });
      const done = await Promise.race([all.then(() => true), bound]);
      clearTimeout(timer);
      return done;
    },
  };
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
