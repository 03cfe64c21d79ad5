/** What a splitter gives: a whole line, or word that one was too long and was left out. */
export interface LineSink {
  /** A whole line without its line end. The bytes are valid only during the call. */
  readonly line: (bytes: Buffer) => void;
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

  const give = (bytes: Buffer) => {
    const end = bytes.length > 0 && bytes[bytes.length - 1] === carriageReturn ? bytes.length - 1 : bytes.length;
    if (end > 0) sink.line(end === bytes.length ? bytes : bytes.subarray(0, end));
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
        if (skipped > 0) report(length);
        else if (size + length > ceiling) {
          startSkipping(chunk.subarray(from, end), length);
          report(0);
        } else if (size === 0) give(chunk.subarray(from, end));
        else {
          parts.push(chunk.subarray(from, end));
          give(Buffer.concat(parts, size + length));
          parts = [];
          size = 0;
        }
        from = end + 1;
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
      else if (size > 0 && !dropTorn) give(Buffer.concat(parts, size));
      parts = [];
      size = 0;
      return { torn };
    },
  };
}
