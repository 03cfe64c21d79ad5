import { closeSync, openSync, readSync } from 'node:fs';

const size = 1 << 20;
const newline = 10;

/**
 * A log from its start on, in pieces of whole lines, each valid until the next. A line longer than a piece is passed over, and so is the
 * torn one at the end.
 */
export function* wholeLines(path: string): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(size);
  const fd = openSync(path, 'r');
  try {
    let at = 0;
    let skipping = false;
    for (;;) {
      const length = readSync(fd, buffer, 0, size, at);
      if (length === 0) return;
      const read = buffer.subarray(0, length);
      const first = skipping ? read.indexOf(newline) + 1 : 0;
      const last = read.lastIndexOf(newline) + 1;
      if (last > first) yield read.subarray(first, last);
      if (last === 0 && length < size) return;
      skipping = last === 0;
      at += last || length;
    }
  } finally {
    closeSync(fd);
  }
}
