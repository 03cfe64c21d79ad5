import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EngineError, Result } from '../types.ts';
import { migrate } from './migrate.ts';
import { isDamage, troubleOf } from './trouble.ts';

export const journalName = 'journal.db';
/** How long opening waits for another process of Bureau that is writing (it may be migrating). */
const openingMs = 3_000;
/** And any later statement: everything else of this process waits with it. The writer tries again. */
const busyMs = 100;

export interface OpenedJournal {
  readonly db: DatabaseSync;
  /** Where a damaged journal was put aside, when that was needed. */
  readonly putAside: string | null;
}

/**
 * Opens the journal in the data folder (made 0700; the file 0600), bringing an older one up to date. A damaged file is
 * put aside, never overwritten, and a new one begun; everything else that's wrong comes back as words.
 */
export function openDatabase(dataDir: string): Result<OpenedJournal> {
  const path = join(dataDir, journalName);
  try {
    prepare(dataDir, path);
  } catch (error) {
    return failed(troubleOf(error, dataDir));
  }
  try {
    return { ok: true, db: open(path), putAside: null };
  } catch (error) {
    if (error instanceof TooNew) return failed(error.message);
    if (!isDamage(error)) return failed(troubleOf(error, dataDir));
  }
  try {
    const putAside = putAsideAs(path);
    prepare(dataDir, path);
    return { ok: true, db: open(path), putAside };
  } catch (error) {
    return failed(troubleOf(error, dataDir));
  }
}

function prepare(dataDir: string, path: string): void {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  else if (process.platform !== 'win32') chmodSync(dataDir, 0o700);
  // Made by us, so that it never exists with a wider mode; SQLite gives the same mode to -wal and -shm.
  closeSync(openSync(path, 'a', 0o600));
  if (process.platform !== 'win32') chmodSync(path, 0o600);
}

class TooNew extends Error {}

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: openingMs });
  try {
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -8000;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 16777216;
    `);
    const version = migrate(db);
    if (version === 'too-new')
      throw new TooNew(
        'This data folder was written by a newer Bureau. Update Bureau, or give another folder with --data-dir. Nothing was changed.',
      );
    db.exec(`PRAGMA busy_timeout = ${busyMs}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function putAsideAs(path: string): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = `${path}.damaged-${stamp}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

const failed = (message: string): { ok: false; error: EngineError } => ({
  ok: false,
  error: { code: 'journal', message },
});
