import type { StatementSync } from 'node:sqlite';
import { pairsOf } from './pairs.ts';

const key = 'words-indexed';

/**
 * Indexes words that were written since the last time, at most `limit` of them; how many there were. Indexing costs
 * ten times as much as writing, so it's done between turns and before a search, not while an agent streams. The
 * caller has a transaction open, so that of two processes each word is indexed once.
 */
export function indexWords(sql: (text: string) => StatementSync, limit: number): number {
  const row = sql('SELECT value FROM settings WHERE key = ?').get(key) as { value: string } | undefined;
  const done = Number(row?.value ?? 0);
  const rows = sql('SELECT id, text FROM words WHERE id > ? ORDER BY id LIMIT ?').all(done, limit) as {
    id: number;
    text: string;
  }[];
  const last = rows.at(-1)?.id;
  if (last === undefined) return 0;
  sql('INSERT INTO words_index (rowid, text) SELECT id, text FROM words WHERE id > ? AND id <= ?').run(done, last);
  for (const { id, text } of rows) {
    const pairs = pairsOf(text);
    if (pairs) sql('INSERT INTO pairs_index (rowid, pairs) VALUES (?, ?)').run(id, pairs);
  }
  sql('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(
    key,
    String(last),
  );
  return rows.length;
}
