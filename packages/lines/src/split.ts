/** What a splitter gives: a whole line, or word that one was too long and was left out. */
export interface LineSink {
  /**
   * A whole line without its line end: what stands in `buffer` from `from` up to `end`. Nothing is copied, so it's valid
   * only during the call.
   */
  readonly line: (buffer: Buffer, from: number, end: number) => void;
  /** A line passed the ceiling: it is left out, and reading goes on with the next. `bytes` is how long it was in all. */
  readonly tooLong?: (bytes: number, start: Buffer) => void;
}
export interface Splitter {
  /** Takes the next bytes, cut anywhere. */
  push(chunk: Buffer): void;
  /** The stream has ended: what stands there without a line end. Given as a line unless `dropTorn`. */
  end(dropTorn?: boolean): { readonly torn: number };
}

/** Enough for every line that real agents write (Codex: over 5 MB); above it memory would be the next to go. */
export const defaultCeiling = 64 * 1024 * 1024;
const shown = 256;
const newline = 10;
const carriageReturn = 13;

/**
 * Bytes to lines at any split. Works on bytes, so a character cut in two is whole again before anybody decodes it.
 * A line over `ceiling` bytes is reported and never handed on in parts: a cut line must not be parsed.
 */
export function splitLines(sink: LineSink, ceiling = defaultCeiling): Splitter {
  let parts: Buffer[] = [];
  let size = 0;
  /** Bytes of a line that is already too long; 0 when none is. */
  let skipped = 0;
  let skippedStart: Buffer = Buffer.alloc(0);

  const give = (buffer: Buffer, from: number, to: number) => {
    const end = to > from && buffer[to - 1] === carriageReturn ? to - 1 : to;
    if (end > from) sink.line(buffer, from, end);
  };
  const giveParts = () => {
    const whole = Buffer.concat(parts, size);
    parts = [];
    size = 0;
    give(whole, 0, whole.length);
  };
  const report = (more: number) => {
    sink.tooLong?.(skipped + more, skippedStart);
    skipped = 0;
  };
  const startSkipping = (first: Buffer, length: number) => {
    skippedStart = Buffer.from((parts[0] ?? first).subarray(0, shown));
    skipped = size + length;
    parts = [];
    size = 0;
  };

  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        const length = end - from;
        const start = from;
        from = end + 1;
        if (skipped > 0) report(length);
        else if (size + length > ceiling) {
          startSkipping(chunk.subarray(start, end), length);
          report(0);
        } else if (size === 0) give(chunk, start, end);
        else {
          parts.push(chunk.subarray(start, end));
          size += length;
          giveParts();
        }
      }
      const rest = chunk.length - from;
      if (rest === 0) return;
      if (skipped > 0) skipped += rest;
      else if (size + rest > ceiling) startSkipping(chunk.subarray(from), rest);
      else {
        // A copy: a stream may use its chunk's memory again.
        parts.push(Buffer.from(chunk.subarray(from)));
        size += rest;
      }
    },
    end(dropTorn = false) {
      const torn = size + skipped;
      if (skipped > 0) report(0);
      else if (size > 0 && !dropTorn) giveParts();
      parts = [];
      size = 0;
      return { torn };
    },
  };
}
