import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Characters; a longer line is told as too long and skipped. */
const longest = 16 * 1024 * 1024;

/** Reads lines until the stream ends, or until what is returned is called. An empty line is no line. */
export function linesIn(
  stream: Readable,
  to: { readonly line: (text: string) => void; readonly tooLong: () => void; readonly end: () => void },
): () => void {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  let length = 0;
  let skipping = false;
  let over = false;
  const finish = (): void => {
    if (skipping) to.tooLong();
    else if (length) take(rest.join(''));
    skipping = false;
    rest = [];
    length = 0;
  };
  const take = (line: string): void => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (text.trim() !== '') to.line(text);
  };
  const read = (chunk: Buffer): void => {
    const parts = decoder.write(chunk).split('\n');
    for (const [i, part] of parts.entries()) {
      if (i > 0) finish();
      if (skipping) continue;
      length += part.length;
      if (length > longest) {
        skipping = true;
        rest = [];
      } else rest.push(part);
    }
  };
  const end = (): void => {
    if (over) return;
    over = true;
    finish();
    to.end();
  };
  stream.on('data', read);
  stream.once('end', end);
  // A terminal that went away is an end as well.
  stream.once('error', end);
  stream.once('close', end);
  return () => {
    over = true;
    stream.off('data', read);
    stream.destroy();
  };
}
