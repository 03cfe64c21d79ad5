import type { Readable } from 'node:stream';

/** Resolves when a stream has given all it had, or was closed. */
export function streamEnd(stream: Readable | null): Promise<void> {
  if (stream === null || stream.readableEnded || stream.closed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('end', resolve);
    stream.once('close', resolve);
  });
}

/** Waits for all of them, but not longer than `ms`: a survivor may hold a stream open for ever. */
export async function streamsEndWithin(streams: readonly (Readable | null)[], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(streams.map(streamEnd)), bound]);
  clearTimeout(timer);
  for (const stream of streams) if (stream && !stream.readableEnded) stream.destroy();
}

/** Reads on and forgets, so that a process which tidies up doesn't die of a broken pipe. */
export function drain(stream: Readable | null): void {
  stream?.removeAllListeners('data');
  stream?.on('error', () => {});
  stream?.resume();
}
