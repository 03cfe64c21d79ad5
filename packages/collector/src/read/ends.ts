import { closeSync, openSync, readSync } from 'node:fs';

/** The first and last bytes of a log; the middle is read only when asked for. Valid until the next call. */
export interface Ends {
  readonly head: Buffer;
  /** From the first whole line on, to the last; empty when one record is longer than what was read. */
  readonly tail: Buffer;
  /** Byte offset behind the last whole line: where following goes on. */
  readonly end: number;
  /** The head holds the whole file. */
  readonly whole: boolean;
}

const buffers = { head: Buffer.allocUnsafe(4096), tail: Buffer.allocUnsafe(1 << 16) };
const nothing = Buffer.alloc(0);
const newline = 10;

/**
 * Reads the ends of a file synchronously: thousands of small reads are several times faster so, and the caller yields between batches.
 * Throws what `fs` throws; the caller counts it.
 */
export function readEnds(path: string, size: number, tailBytes: number, headBytes = 4096): Ends {
  if (buffers.head.length < headBytes) buffers.head = Buffer.allocUnsafe(headBytes);
  if (buffers.tail.length < tailBytes) buffers.tail = Buffer.allocUnsafe(tailBytes);
  const fd = openSync(path, 'r');
  try {
    const headLength = readAt(fd, buffers.head, Math.min(headBytes, size), 0);
    const head = buffers.head.subarray(0, headLength);
    if (size <= headLength) {
      const end = head.lastIndexOf(newline) + 1;
      return { head: head.subarray(0, end), tail: nothing, end, whole: true };
    }
    const from = Math.max(0, size - tailBytes);
    const tail = buffers.tail.subarray(0, readAt(fd, buffers.tail, size - from, from));
    const first = from === 0 ? 0 : tail.indexOf(newline) + 1;
    const last = tail.lastIndexOf(newline) + 1;
    return {
      head,
      tail: last > first && (first > 0 || from === 0) ? tail.subarray(first, last) : nothing,
      end: from + last,
      whole: false,
    };
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, buffer: Buffer, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, buffer, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Lines of a buffer as text, one at a time. */
export function* lines(bytes: Buffer): Generator<string> {
  let from = 0;
  while (from < bytes.length) {
    const at = bytes.indexOf(newline, from);
    const to = at < 0 ? bytes.length : at;
    if (to > from) yield bytes.toString('utf8', from, bytes[to - 1] === 13 ? to - 1 : to);
    from = to + 1;
  }
}

/** The string value of the first `"key":"…"` from `from` on, in bytes that may be cut anywhere; undefined when it isn't whole. */
export function fieldIn(bytes: Buffer, key: string, from = 0): string | undefined {
  const mark = `"${key}":"`;
  const at = bytes.indexOf(mark, from, 'latin1');
  if (at < 0) return undefined;
  const start = at + mark.length;
  let to = start;
  while (to < bytes.length && bytes[to] !== 0x22) to += bytes[to] === 0x5c ? 2 : 1;
  if (to >= bytes.length) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8', start - 1, to + 1)) as string;
  } catch {
    return undefined;
  }
}

/** The last `"key":"…"` (times and ids: values without escapes). */
export function lastFieldIn(bytes: Buffer, key: string): string | undefined {
  const mark = `"${key}":"`;
  const at = bytes.lastIndexOf(mark, undefined, 'latin1');
  if (at < 0) return undefined;
  const start = at + mark.length;
  const to = bytes.indexOf(0x22, start);
  return to < 0 ? undefined : bytes.toString('utf8', start, to);
}
