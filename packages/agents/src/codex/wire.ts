import type { Readable } from 'node:stream';
import { type Json, toObject } from './json.ts';

export interface Listener {
  readonly receive: (message: Json) => void;
  /** A line that can't be read; `code` is the notice's. */
  readonly unreadable: (message: string, line: string, code?: string) => void;
}

/** Codex writes lines of over 5 MB (a long answer comes whole); this is only there so that memory ends somewhere. */
const ceiling = 256 * 1024 * 1024;

/** Reads the messages of Codex, one a line, until its output closes. */
export function listen(stdout: Readable | null, listener: Listener): Promise<void> {
  if (!stdout) return Promise.resolve();
  let parts: Buffer[] = [];
  let size = 0;
  let skipping = false;
  const take = (line: Buffer) => {
    if (skipping) skipping = false;
    else if (line.length) readLine(line.toString(), listener);
  };
  stdout.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, end);
      take(parts.length ? Buffer.concat([...parts, rest]) : rest);
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from === chunk.length || skipping) return;
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size <= ceiling) return;
    listener.unreadable('Codex sent a line that is too long to be read. It was left out.', '', 'line-too-long');
    parts = [];
    size = 0;
    skipping = true;
  });
  return new Promise((resolve) => {
    stdout.on('error', () => resolve());
    stdout.on('close', resolve);
    stdout.on('end', () => {
      if (parts.length)
        listener.unreadable('Codex was cut off in the middle of a line.', Buffer.concat(parts).toString());
      resolve();
    });
  });
}

function readLine(line: string, listener: Listener): void {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    listener.unreadable('Codex sent a line that is no JSON. It was left out.', line);
    return;
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) listener.receive(toObject(message));
  else listener.unreadable('Codex sent a line that is no message. It was left out.', line);
}
