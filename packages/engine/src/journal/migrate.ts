import type { DatabaseSync } from 'node:sqlite';
import { migrations } from './schema.ts';

/** Brings the file to the newest version, each step whole or not at all. Two processes may try at once. */
export function migrate(db: DatabaseSync): 'current' | 'migrated' | 'too-new' {
  const version = () => (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version() === migrations.length) return 'current';
  if (version() > migrations.length) return 'too-new';
  db.exec('BEGIN IMMEDIATE');
  try {
    for (let from = version(); from < migrations.length; from++) {
      db.exec(migrations[from]!);
      db.exec(`PRAGMA user_version = ${from + 1}`);
    }
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
  return 'migrated';
}
