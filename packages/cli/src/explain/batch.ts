import { once } from 'node:events';
import type { Reading } from '@bureau/contracts';
import { type Language, readAction } from '@bureau/plain-words';
import { decodeLine } from './input.ts';

/** A line of it as it goes out; chips and places as ids. */
export const outLine = (id: unknown, { title, sentence, chips, places, confident, grantable, details }: Reading) => ({
  id,
  title,
  sentence,
  chips,
  places,
  confident,
  grantable,
  details,
});

/** The reader has taken what was written, or is gone. */
async function drained(): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(process.stdout, 'drain', { signal }), once(process.stdout, 'close', { signal })]).finally(
    () => settled.abort(),
  );
}

/** JSON lines in, JSON lines out, in the same order; a broken line gets an error of its own and the rest goes on. */
export async function runBatch(usual: { readonly home: string; readonly language: Language }): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  let closed = false;
  process.stdout.on('error', () => {
    closed = true;
  });
  const read = (line: string): string => {
    const input = decodeLine(line, usual);
    const out = input.ok
      ? outLine(input.id, readAction(input.action, input.context))
      : { id: input.id, error: input.error };
    return `${JSON.stringify(out)}\n`;
  };
  const give = async (lines: readonly string[]) => {
    const out = lines
      .filter((line) => line.trim() !== '')
      .map(read)
      .join('');
    if (out && !closed && !process.stdout.write(out)) await drained();
  };
  for await (const chunk of process.stdin) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    await give(lines);
    if (closed) return;
  }
  await give([rest]);
}
