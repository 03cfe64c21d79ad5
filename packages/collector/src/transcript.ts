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
  /** Byte offset to go on from; null at the end of what is written. */
  readonly next: number | null;
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
  const bytes = Buffer.allocUnsafe(Math.min(piece, Math.max(0, size - from)));
  const fd = openSync(file.path, 'r');
  let length = 0;
  try {
    length = readSync(fd, bytes, 0, bytes.length, from);
  } finally {
    closeSync(fd);
  }
  const read = bytes.subarray(0, length);
  const end = read.lastIndexOf(10) + 1;
  if (end === 0) {
    const more = from + length < size;
    return { entries: [], next: more ? from + length : null, unread: more ? 1 : 0 };
  }
  const out = entriesOf(file.agent, lines(read.subarray(0, end)), words);
  return {
    ...out,
    next: from + end < size && length === bytes.length && end > 0 && from + length < size ? from + end : null,
  };
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
  if (fact.kind === 'step-start') return { at, who: 'step', text: words.does(fact.action satisfies Action) };
  return undefined;
}
