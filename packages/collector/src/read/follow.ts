import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Where following a log stands. Plain JSON. */
export interface Cursor {
  readonly inode: number;
  readonly offset: number;
}

export interface Followed {
  readonly cursor: Cursor;
  readonly lines: readonly string[];
  /** The file was replaced or cut: what was known of it no longer holds. */
  readonly restarted: boolean;
  /** Lines over the ceiling, skipped. */
  readonly tooLong: number;
  /** More was there than one call reads; call again. */
  readonly more: boolean;
}

const chunk = Buffer.alloc(1 << 20);
/** A record longer than this is skipped and counted: no state is worth holding 300 MB for. */
export const ceiling = chunk.length;

/** Reads the whole lines that were appended since `cursor`, at most 1 MiB a call; a torn last line is left for later. */
export function follow(path: string, cursor: Cursor): Followed {
  const fd = openSync(path, 'r');
  try {
    const stat = fstatSync(fd);
    const restarted = stat.ino !== cursor.inode || stat.size < cursor.offset;
    const offset = restarted ? 0 : cursor.offset;
    const length = readSync(fd, chunk, 0, Math.min(chunk.length, stat.size - offset), offset);
    const last = length === 0 ? 0 : chunk.lastIndexOf(10, length - 1) + 1;
    if (last > 0) {
      const text = chunk.toString('utf8', 0, last);
      return {
        cursor: { inode: stat.ino, offset: offset + last },
        lines: text.split('\n').filter((line) => line.length > 0),
        restarted,
        tooLong: 0,
        more: offset + length < stat.size,
      };
    }
    if (length < chunk.length)
      return { cursor: { inode: stat.ino, offset }, lines: [], restarted, tooLong: 0, more: false };
    return skipLong(fd, stat.ino, stat.size, offset + length, restarted);
  } finally {
    closeSync(fd);
  }
}

/** Passes over a line longer than the ceiling without keeping it. */
function skipLong(fd: number, inode: number, size: number, from: number, restarted: boolean): Followed {
  let at = from;
  while (at < size) {
    const length = readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at);
    if (length === 0) break;
    const end = chunk.subarray(0, length).indexOf(10);
    if (end >= 0)
      return { cursor: { inode, offset: at + end + 1 }, lines: [], restarted, tooLong: 1, more: at + end + 1 < size };
    at += length;
  }
  // Its end isn't written yet: go on behind what was seen; the rest of it will not parse and is counted then.
  return { cursor: { inode, offset: at }, lines: [], restarted, tooLong: 1, more: false };
}
