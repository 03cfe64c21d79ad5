import { claudeFacts } from '../claude/records.ts';
import { codexFacts } from '../codex/records.ts';
import { fold, noFacts, type SessionFacts } from '../fold.ts';
import { parseRecord, short, time } from '../json.ts';
import type { LogFile } from '../types.ts';
import { type Ends, fieldIn, lastFieldIn, lines, readEnds } from './ends.ts';
import { type Cursor, ceiling } from './follow.ts';

export interface Read {
  readonly facts: SessionFacts;
  readonly cursor: Cursor;
  /** Records that could not be read. */
  readonly unread: number;
}

/** Folds whole lines into what is known of a session. Pure but for the text it is given. */
export function foldLines(
  agent: LogFile['agent'],
  facts: SessionFacts,
  source: Iterable<string>,
): { facts: SessionFacts; unread: number } {
  let known = facts;
  let unread = 0;
  for (const line of source) {
    if (agent === 'claude' && !tells(line)) continue;
    const record = parseRecord(line);
    if (!record) {
      unread++;
      continue;
    }
    for (const fact of agent === 'claude' ? claudeFacts(record) : codexFacts(record, known.folder))
      known = fold(known, fact);
  }
  return { facts: known, unread };
}

/** Most bytes of a Claude log are attachments and request shapes: passed over without parsing. */
function tells(line: string): boolean {
  return !(line.includes('"attachment":{"type":"') || line.startsWith('{"type":"api-request'));
}

/** An ended session needs no more than where, what and when: a few thousand bytes of it. */
export function readEnded(file: LogFile): Read {
  const ends = readEnds(file.path, file.size, 8192);
  const { head } = ends;
  const tail = ends.whole ? head : ends.tail;
  const lastAt = time(lastFieldIn(tail, 'timestamp')) || file.mtimeMs;
  const parent = file.agent === 'codex' ? fieldIn(head, 'parent_thread_id') : undefined;
  const facts: SessionFacts = {
    ...noFacts,
    session: file.parentSession ? null : file.session,
    folder: fieldIn(head, 'cwd') ?? fieldIn(tail, 'cwd') ?? '',
    parent: parent ?? null,
    title: short(file.agent === 'claude' ? claudeTitle(head, tail) : codexTitle(head, tail)),
    firstAt: time(fieldIn(head, 'timestamp')),
    lastAt,
    turn: 'closed',
    turnSince: lastAt,
  };
  return { facts, cursor: { inode: file.inode, offset: ends.end }, unread: 0 };
}

function claudeTitle(head: Buffer, tail: Buffer): string {
  const named = fieldIn(tail, 'customTitle') ?? fieldIn(tail, 'aiTitle') ?? fieldIn(head, 'summary');
  if (named) return named;
  const user = head.indexOf('"role":"user"', 0, 'latin1');
  return (
    (user >= 0 ? (fieldIn(head, 'content', user) ?? fieldIn(head, 'text', user)) : fieldIn(head, 'content')) ??
    fieldIn(tail, 'lastPrompt') ??
    ''
  );
}

function codexTitle(head: Buffer, tail: Buffer): string {
  const marks: readonly [string, string][] = [
    ['"type":"UserMessage"', 'text'],
    ['"type":"user_message"', 'message'],
  ];
  for (const bytes of [head, tail]) {
    for (const [mark, key] of marks) {
      const at = bytes.indexOf(mark, 0, 'latin1');
      // `"content":[{"type":"text","text":"…"`: the word text stands twice, as a type and as a key.
      const words = at < 0 ? undefined : fieldIn(bytes, key, at);
      if (words) return words;
    }
  }
  return '';
}

/** A living session is read from its end until it tells whose turn it is, at most 1 MiB. */
export function readLiving(file: LogFile): Read {
  for (let bytes = 1 << 16; ; bytes *= 4) {
    const ends = readEnds(file.path, file.size, Math.min(bytes, ceiling), 1 << 14);
    const read = foldEnds(file, ends);
    if (read.facts.turn !== 'unknown' || ends.whole || bytes >= file.size || bytes >= ceiling) return read;
  }
}

function foldEnds(file: LogFile, ends: Ends): Read {
  const cursor = { inode: file.inode, offset: ends.end };
  const start = foldLines(file.agent, noFacts, headLines(ends));
  const folder = start.facts.folder || (fieldIn(ends.head, 'cwd') ?? fieldIn(ends.tail, 'cwd') ?? '');
  const named = {
    ...start.facts,
    folder,
    parent: start.facts.parent ?? (file.agent === 'codex' ? (fieldIn(ends.head, 'parent_thread_id') ?? null) : null),
  };
  if (ends.whole) return { facts: named, cursor, unread: start.unread };
  // The middle was not read: what the head left open says nothing of the end.
  const title =
    named.title ||
    short(file.agent === 'claude' ? claudeTitle(ends.head, ends.tail) : codexTitle(ends.head, ends.tail));
  const fresh: SessionFacts = { ...named, title, turn: 'unknown', pending: new Map(), thinking: false };
  const end = foldLines(file.agent, fresh, lines(ends.tail));
  return { facts: end.facts, cursor, unread: start.unread + end.unread };
}

/** The head's whole lines; the cut one is looked at by field only. */
function* headLines(ends: Ends): Generator<string> {
  const last = ends.head.lastIndexOf(10) + 1;
  yield* lines(ends.head.subarray(0, last));
}
