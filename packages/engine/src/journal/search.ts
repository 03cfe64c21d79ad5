import type { StatementSync } from 'node:sqlite';
import type { SearchHit } from '@bureau/contracts';
import { isPair } from './pairs.ts';

export interface Search {
  /** What was said in any task, newest first. Every word of the query has to be there. */
  search(query: string, limit: number): readonly SearchHit[];
}

/** Rows that a word of one or two Latin letters is looked for in, newest first: no index begins that short. */
const scanned = 20_000;

export function search(sql: (text: string) => StatementSync, indexAll: () => void): Search {
  const columns = `SELECT words.id, words.seq, words.at, words.text, tasks.task, tasks.summary
    FROM words JOIN tasks ON tasks.id = words.task`;
  return {
    search(query, limit) {
      const parts = query.trim().split(/\s+/).filter(Boolean).slice(0, 8);
      if (parts.length === 0) return [];
      indexAll();
      const long = parts.filter((part) => [...part].length >= 3);
      const pairs = parts.filter(isPair);
      const short = parts.filter((part) => [...part].length < 3 && !isPair(part));
      const where: string[] = [];
      const values: (string | number)[] = [];
      if (long.length) {
        where.push(
          'words.id IN (SELECT rowid FROM words_index WHERE words_index MATCH ? ORDER BY rowid DESC LIMIT 2000)',
        );
        values.push(long.map(quoted).join(' AND '));
      }
      if (pairs.length) {
        where.push(
          'words.id IN (SELECT rowid FROM pairs_index WHERE pairs_index MATCH ? ORDER BY rowid DESC LIMIT 2000)',
        );
        values.push(pairs.map(quoted).join(' AND '));
      }
      if (short.length && where.length === 0) {
        where.push('words.id > (SELECT coalesce(max(id), 0) FROM words) - ?');
        values.push(scanned);
      }
      for (const part of short) {
        where.push(`words.text LIKE ? ESCAPE '\\'`);
        values.push(`%${part.replace(/[\\%_]/g, '\\$&')}%`);
      }
      const rows = sql(`${columns} WHERE ${where.join(' AND ')} ORDER BY words.id DESC LIMIT ?`).all(...values, limit);
      return rows.map((row) => {
        const { seq, at, text, task, summary } = row as {
          seq: number;
          at: number;
          text: string;
          task: string;
          summary: string;
        };
        const title = (JSON.parse(summary) as { title: string }).title;
        return { task, title, seq, at: new Date(at).toISOString(), excerpt: excerpt(text, parts) };
      });
    },
  };
}

const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`;

/** Some 120 characters around the first word found. */
function excerpt(text: string, parts: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = parts.map((part) => lower.indexOf(part.toLowerCase())).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...found, text.length) - 40);
  const cut = text.slice(start, start + 120).replace(/\s+/g, ' ');
  return `${start > 0 ? '…' : ''}${cut}${start + 120 < text.length ? '…' : ''}`;
}
