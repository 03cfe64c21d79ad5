import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Action, LogEntry } from '@bureau/contracts';
import { claudeFacts } from './claude/records.ts';
import { codexFacts } from './codex/records.ts';
import { parseRecord } from './json.ts';
import { lines } from './read/ends.ts';
import type { LogFact, LogFile } from './types.ts';
import type { Words } from './words.ts';

/** A piece of a log, as people read it. */
export interface Transcript {
  readonly entries: readonly LogEntry[];
  /** Byte offset of its first line; 0 where nothing is before it. */
  readonly start: number;
  /** Byte offset to go on from; null at the end of what is written. */
  readonly next: number | null;
  /** Byte offset behind its last whole line: what is written later begins here. */
  readonly end: number;
  /** Records that could not be read. */
  readonly unread: number;
}

const piece = 4 << 20;

/**
 * The middle of a log, read only when somebody opens it: at most 4 MiB a call, from a byte offset (0 for the start).
 * A line longer than that is passed over and counted.
 */
export function readTranscript(file: Pick<LogFile, 'agent' | 'path'>, from: number, words: Words): Transcript {
  const { size } = statSync(file.path);
  const read = readBytes(file.path, from, Math.min(size, from + piece));
  const length = read.length;
  const last = read.lastIndexOf(10) + 1;
  const more = from + length < size;
  if (last === 0)
    return {
      entries: [],
      start: from,
      next: more ? from + length : null,
      end: more ? from + length : from,
      unread: more ? 1 : 0,
    };
  const out = entriesOf(file.agent, lines(read.subarray(0, last)), words);
  return { ...out, start: from, next: more ? from + last : null, end: from + last };
}

/** The last piece before a byte offset (of the whole log without one): what a person looks at first. */
export function readTranscriptBefore(
  file: Pick<LogFile, 'agent' | 'path'>,
  before: number | undefined,
  words: Words,
  bytes = 1 << 20,
): Transcript {
  const { size } = statSync(file.path);
  const to = Math.min(size, before ?? size);
  const from = Math.max(0, to - bytes);
  const read = readBytes(file.path, from, to);
  const first = from === 0 ? 0 : read.indexOf(10) + 1;
  const last = read.lastIndexOf(10) + 1;
  // One line is longer than the piece: what is before it is behind the next call.
  if (last <= first) return { entries: [], start: from, next: null, end: to, unread: from > 0 ? 1 : 0 };
  const out = entriesOf(file.agent, lines(read.subarray(first, last)), words);
  return { ...out, start: from + first, next: null, end: from + last };
}

function readBytes(path: string, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  const fd = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
  } finally {
    closeSync(fd);
  }
}

/** Pure: whole lines to what was said and done. */
export function entriesOf(
  agent: LogFile['agent'],
  source: Iterable<string>,
  words: Words,
): { entries: LogEntry[]; unread: number } {
  const entries: LogEntry[] = [];
  let unread = 0;
  let folder = '';
  for (const line of source) {
    const record = parseRecord(line);
    if (!record) {
      unread++;
      continue;
    }
    for (const fact of agent === 'claude' ? claudeFacts(record) : codexFacts(record, folder)) {
      if (fact.kind === 'session' && fact.folder) folder = fact.folder;
      const entry = entryOf(fact, words);
      if (entry) entries.push(entry);
    }
  }
  return { entries, unread };
}

function entryOf(fact: LogFact, words: Words): LogEntry | undefined {
  const at = 'at' in fact && fact.at > 0 ? new Date(fact.at).toISOString() : '';
  if (fact.kind === 'prompt') return { at, who: 'person', text: fact.text };
  if (fact.kind === 'said') return fact.text.trim() ? { at, who: 'agent', text: fact.text } : undefined;
  if (fact.kind === 'step-start') return { at, who: 'step', text: words.done(fact.action satisfies Action) };
  return undefined;
}
