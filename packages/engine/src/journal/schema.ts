/**
 * The journal's tables, one step a version: step N brings a file of version N to N + 1. Steps are never changed once
 * released; `test/migrate.test.ts` opens a file of every version.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    state TEXT,
    owner TEXT
  ) STRICT;
  CREATE INDEX tasks_by_change ON tasks (changed);

  CREATE TABLE events (
    task INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (task, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outputs (
    id INTEGER PRIMARY KEY,
    task INTEGER NOT NULL,
    output TEXT NOT NULL,
    start INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX outputs_by_start ON outputs (task, output, start);

  CREATE TABLE words (
    id INTEGER PRIMARY KEY,
    task INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX words_by_task ON words (task);
  CREATE VIRTUAL TABLE words_index USING fts5 (text, content='words', content_rowid='id', tokenize='trigram');
  CREATE VIRTUAL TABLE pairs_index USING fts5 (pairs, content='', contentless_delete=1, detail=none);
  CREATE TRIGGER words_added AFTER INSERT ON words BEGIN
    INSERT INTO words_index (rowid, text) VALUES (new.id, new.text);
  END;
  CREATE TRIGGER words_removed AFTER DELETE ON words BEGIN
    INSERT INTO words_index (words_index, rowid, text) VALUES ('delete', old.id, old.text);
    DELETE FROM pairs_index WHERE rowid = old.id;
  END;

  CREATE TABLE holds (task TEXT PRIMARY KEY, at INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE grants (
    id TEXT PRIMARY KEY,
    task TEXT NOT NULL,
    at INTEGER NOT NULL,
    reach TEXT NOT NULL,
    revoked INTEGER
  ) STRICT;
  CREATE INDEX grants_by_task ON grants (task);
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE cursors (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    folder TEXT NOT NULL,
    manifest BLOB NOT NULL
  ) STRICT;
  CREATE INDEX checkpoints_by_task ON checkpoints (task);
  `,
  // Words are indexed after they are written (index-words.ts), so their ids must never be given twice.
  `
  DROP TRIGGER words_added;
  DROP TRIGGER words_removed;
  ALTER TABLE words RENAME TO words_before;
  DROP INDEX words_by_task;
  CREATE TABLE words (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  INSERT INTO words (id, task, seq, at, text) SELECT id, task, seq, at, text FROM words_before;
  DROP TABLE words_before;
  CREATE INDEX words_by_task ON words (task);
  CREATE TRIGGER words_removed AFTER DELETE ON words BEGIN
    INSERT INTO words_index (words_index, rowid, text) VALUES ('delete', old.id, old.text);
    DELETE FROM pairs_index WHERE rowid = old.id;
  END;
  INSERT INTO settings (key, value) VALUES ('words-indexed', (SELECT coalesce(max(id), 0) FROM words));
  `,
];
