import { readFileSync, statSync } from 'node:fs';
import type { Desk } from '@bureau/contracts';
import { note } from './claude/home.ts';
import { makeDesk } from './desk.ts';
import { noFacts, type SessionFacts } from './fold.ts';
import { parseRecord } from './json.ts';
import { hasChildSince } from './process/children.ts';
import { type Cursor, follow } from './read/follow.ts';
import { foldLines, readEnded, readLiving } from './read/session.ts';
import type { Life, LogFile } from './types.ts';
import type { Words } from './words.ts';

/** One session log and what is known of it. */
export interface Entry {
  file: LogFile;
  facts: SessionFacts;
  cursor: Cursor;
  life: Life;
  finished: boolean;
  unread: number;
  /** Read from the end on while it lived; an ended one was only glanced at. */
  followed: boolean;
  desk: Desk | null;
}

/** What a file of an ended session said, kept between runs: nothing is read again while inode, size and time are the same. */
export interface Kept {
  readonly inode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly session: string | null;
  readonly folder: string;
  readonly title: string;
  readonly parent: string | null;
  readonly firstAt: number;
  readonly lastAt: number;
}

export function keep(entry: Entry): Kept {
  const { file, facts } = entry;
  return {
    inode: file.inode,
    size: file.size,
    mtimeMs: file.mtimeMs,
    session: facts.session,
    folder: facts.folder,
    title: facts.title,
    parent: facts.parent,
    firstAt: facts.firstAt,
    lastAt: facts.lastAt,
  };
}

/** Reads a log for the first time: an ended one by its ends, a living one until it tells whose turn it is. */
export function openEntry(file: LogFile, life: Life, kept: Kept | undefined, unread: Map<string, string>): Entry {
  const entry: Entry = {
    file,
    facts: noFacts,
    cursor: { inode: file.inode, offset: 0 },
    life,
    finished: false,
    unread: 0,
    followed: false,
    desk: null,
  };
  const same = kept && kept.inode === file.inode && kept.size === file.size && kept.mtimeMs === file.mtimeMs;
  if (life.alive === 'no' && same) {
    entry.facts = { ...noFacts, ...kept, turn: 'closed', turnSince: kept.lastAt };
    entry.cursor = { inode: file.inode, offset: file.size };
    return entry;
  }
  reread(entry, unread);
  return entry;
}

/** Reads a log's ends anew. */
export function reread(entry: Entry, unread: Map<string, string>): void {
  const { file, life } = entry;
  try {
    const read = life.alive === 'no' ? readEnded(file) : readLiving(file);
    entry.facts = read.facts;
    entry.cursor = read.cursor;
    entry.unread = read.unread;
    entry.followed = life.alive !== 'no';
  } catch (error) {
    note(unread, file.path, error);
    entry.facts = { ...entry.facts, lastAt: entry.facts.lastAt || file.mtimeMs };
  }
  if (file.parentSession) entry.finished = subagentFinished(file.path);
}

/** A sub-agent's `.meta.json` says `finished: true` at its end. */
function subagentFinished(path: string): boolean {
  try {
    return parseRecord(readFileSync(path.replace(/\.jsonl$/, '.meta.json'), 'utf8'))?.['finished'] === true;
  } catch {
    return false;
  }
}

/** Takes in what was appended to a living log. True when something was. */
export function advance(entry: Entry, unread: Map<string, string>): boolean {
  let grew = false;
  try {
    const stat = statSync(entry.file.path);
    const same =
      stat.ino === entry.cursor.inode && stat.size === entry.file.size && stat.mtimeMs === entry.file.mtimeMs;
    if (same) return false;
    entry.file = { ...entry.file, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino };
    for (let more = true; more; ) {
      const next = follow(entry.file.path, entry.cursor);
      if (next.restarted) entry.facts = noFacts;
      const read = foldLines(entry.file.agent, entry.facts, next.lines);
      entry.facts = read.facts;
      entry.unread += read.unread + next.tooLong;
      entry.cursor = next.cursor;
      grew ||= next.lines.length > 0 || next.restarted;
      more = next.more;
    }
  } catch (error) {
    note(unread, entry.file.path, error);
  }
  if (entry.file.parentSession) entry.finished = subagentFinished(entry.file.path);
  return grew;
}

/** The desk as the records and processes have it now. */
export const deskNow = (entry: Entry, words: Words): Desk =>
  makeDesk(
    { file: entry.file, facts: entry.facts, life: entry.life, finished: entry.finished, unread: entry.unread },
    hasChildSince,
    words,
  );
