import type { Readable } from 'node:stream';
import { readJsonLines } from '@bureau/lines';
import type { Json } from './json.ts';

export interface Listener {
  readonly receive: (message: Json) => void;
  /** A line that can't be read; `code` is the notice's. */
  readonly unreadable: (message: string, line: string, code: 'line-bad' | 'line-too-long') => void;
}

const words = {
  'not-json': 'Codex sent a line that is no JSON. It was left out.',
  'not-an-object': 'Codex sent a line that is no message. It was left out.',
  torn: 'Codex was cut off in the middle of a line.',
};

/** Reads the messages of Codex, one a line, until its output closes. */
export async function listen(stdout: Readable | null, listener: Listener): Promise<void> {
  if (!stdout) return;
  await readJsonLines(stdout, {
    message: (message) => listener.receive(message),
    bad: (why, text) => listener.unreadable(words[why], text, 'line-bad'),
    tooLong: (bytes, text) =>
      listener.unreadable(
        `Codex sent a line of ${bytes} bytes, too long to be read. It was left out.`,
        text,
        'line-too-long',
      ),
  });
}
