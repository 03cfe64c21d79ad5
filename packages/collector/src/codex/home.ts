import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { identify, type Listing, names, note } from '../claude/home.ts';
import { heldLocks, tellsLocks } from '../process/locks.ts';
import type { Life, LogFile } from '../types.ts';

const rolloutName = /^rollout-.*?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/i;

/** All rollouts below a `$CODEX_HOME`: `sessions/YYYY/MM/DD/rollout-*-THREAD.jsonl`, and `archived_sessions/`. */
export function listCodex(home: string): Listing {
  const files: LogFile[] = [];
  const unread = new Map<string, string>();
  const folders = [home, join(home, 'thread-writer-locks')];
  const seen = new Set<string>();
  for (const top of ['sessions', 'archived_sessions']) walk(home, join(home, top), 0, { files, unread, folders, seen });
  return { files, unread, folders };
}

interface Walk {
  readonly files: LogFile[];
  readonly unread: Map<string, string>;
  readonly folders: string[];
  readonly seen: Set<string>;
}

function walk(home: string, folder: string, depth: number, into: Walk): void {
  const identity = identify(folder);
  if (!identity || into.seen.has(identity) || depth > 6) return;
  into.seen.add(identity);
  into.folders.push(folder);
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const session = rolloutName.exec(entry.name)?.[1];
      if (session) addRollout(home, path, session, into);
      else if (entry.isDirectory() || entry.isSymbolicLink()) walk(home, path, depth + 1, into);
    }
  } catch (error) {
    note(into.unread, folder, error);
  }
}

function addRollout(home: string, path: string, session: string, into: Walk): void {
  try {
    const stat = statSync(path);
    if (stat.isFile())
      into.files.push({ agent: 'codex', home, path, session, size: stat.size, mtimeMs: stat.mtimeMs, inode: stat.ino });
  } catch (error) {
    note(into.unread, path, error);
  }
}

/** One folder of rollouts again. */
export function listCodexFolder(
  home: string,
  folder: string,
  unread: Map<string, string>,
): { files: LogFile[]; folders: string[] } {
  const into: Walk = { files: [], unread, folders: [], seen: new Set() };
  walk(home, folder, 0, into);
  return { files: into.files, folders: into.folders };
}

interface LockFolder {
  readonly mtimeMs: number;
  readonly sessions: ReadonlyMap<number, string>;
}
const lockFolders = new Map<string, LockFolder>();
/** A folder's time of change is coarse: a listing this young is made again. */
const settledMs = 2000;

/**
 * Which threads have a living writer: a live thread holds a flock on `thread-writer-locks/ID.lock`;
 * after a kill the file stays, unheld.
 */
export function codexLives(home: string): { readonly lives: ReadonlyMap<string, Life>; readonly known: boolean } {
  const folder = join(home, 'thread-writer-locks');
  const lives = new Map<string, Life>();
  if (!tellsLocks || !identify(folder)) return { lives, known: false };
  const sessions = lockSessions(folder);
  for (const [inode, pid] of heldLocks()) {
    const session = sessions.get(inode);
    if (session !== undefined) lives.set(session, { alive: 'yes', pid });
  }
  return { lives, known: true };
}

function lockSessions(folder: string): ReadonlyMap<number, string> {
  const { mtimeMs } = statSync(folder);
  const known = lockFolders.get(folder);
  if (known && known.mtimeMs === mtimeMs && Date.now() - mtimeMs > settledMs) return known.sessions;
  const sessions = new Map<number, string>();
  for (const name of names(folder, new Map())) {
    if (!name.endsWith('.lock') || name.startsWith('.')) continue;
    try {
      sessions.set(statSync(join(folder, name)).ino, name.slice(0, -'.lock'.length));
    } catch {
      // Taken away between the two looks: its thread has closed.
    }
  }
  lockFolders.set(folder, { mtimeMs, sessions });
  return sessions;
}
