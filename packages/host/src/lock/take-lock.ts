import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds the data folder's lock until `release`, or until this process ends in whatever way: it is the system's own
 * file lock (through SQLite), so that a crash leaves nothing to be judged. Null when another process has it.
 */
export function takeLock(dataDir: string): { release(): void } | null {
  const file = join(dataDir, 'host.lock');
  const db = new DatabaseSync(file);
  try {
    chmodSync(file, 0o600);
    db.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  return { release: () => db.close() };
}
