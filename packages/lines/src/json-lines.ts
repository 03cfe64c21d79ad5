import type { Readable } from 'node:stream';
import { defaultCeiling, splitLines } from './split.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What a stream of JSON lines tells. */
export interface JsonSink {
  readonly message: (message: JsonObject) => void;
  /** A line that is no JSON object: `text` is its start, for a notice. */
  readonly bad: (why: 'not-json' | 'not-an-object' | 'torn', text: string) => void;
  readonly tooLong: (bytes: number, text: string) => void;
}
export interface JsonLinesOptions {
  /** Bytes; a longer line is reported and left out. */
  readonly ceiling?: number;
}

const shown = 200;

/** One line of a buffer to a message, or why not. A byte order mark at its start is passed over. */
export function parseLine(buffer: Buffer, from: number, end: number, sink: Pick<JsonSink, 'message' | 'bad'>): void {
  const text = buffer.toString('utf8', from, end);
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    if (json.trim().length > 0) sink.bad('not-json', json.slice(0, shown));
    return;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) sink.message(value as JsonObject);
  else sink.bad('not-an-object', json.slice(0, shown));
}

/**
 * Reads a stream of JSON lines to its end. What the sink does is done before the next line: a slow sink slows the stream, not the memory.
 * Resolves when the stream has ended or broken; a last line without its end is reported as torn, and never parsed as if it were whole.
 */
export function readJsonLines(stream: Readable, sink: JsonSink, options: JsonLinesOptions = {}): Promise<void> {
  const splitter = splitLines(
    {
      line: (buffer, from, end) => parseLine(buffer, from, end, sink),
      tooLong: (bytes, start) => sink.tooLong(bytes, start.toString('utf8', 0, shown)),
    },
    options.ceiling ?? defaultCeiling,
  );
  return new Promise((resolve) => {
    let over = false;
    const finish = () => {
      if (over) return;
      over = true;
      const { torn } = splitter.end(true);
      if (torn > 0) sink.bad('torn', '');
      resolve();
    };
    stream.on('data', (chunk: Buffer) => splitter.push(chunk));
    stream.on('end', finish);
    stream.on('close', finish);
    stream.on('error', finish);
  });
}
