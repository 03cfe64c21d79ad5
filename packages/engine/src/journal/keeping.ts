import type { StatementSync } from 'node:sqlite';
import type { SmallStore } from '../types.ts';

export interface Keeping {
  readonly settings: SmallStore;
  readonly cursors: SmallStore;
}

/** Small JSON values by key. */
export function keeping(sql: (text: string) => StatementSync): Keeping {
  const store = (table: 'settings' | 'cursors'): SmallStore => ({
    get(key) {
      const row = sql(`SELECT value FROM ${table} WHERE key = ?`).get(key) as { value: string } | undefined;
      return row ? JSON.parse(row.value) : undefined;
    },
    set(key, value) {
      sql(`INSERT INTO ${table} (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`).run(
        key,
        JSON.stringify(value),
      );
    },
    delete(key) {
      sql(`DELETE FROM ${table} WHERE key = ?`).run(key);
    },
  });
  return { settings: store('settings'), cursors: store('cursors') };
}
