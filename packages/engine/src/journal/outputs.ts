import type { StatementSync } from 'node:sqlite';

/** Characters in a stored piece; a read gives at most four of them at once. */
const pieceLength = 65_536;

/** Large outputs, apart from the events: `start` counts characters. */
export interface Outputs {
  /** From character `from` on; `null` when there is no such output. */
  output(task: string, output: string, from: number): { text: string; length: number; more: boolean } | null;
}

/** A piece of a step's output. `whole`: it takes the place of what was kept before. */
export interface OutputPiece {
  readonly output: string;
  readonly start: number;
  readonly text: string;
  readonly whole?: boolean;
}

/** Writes a piece; the caller has a transaction open. */
export function writeOutput(sql: (text: string) => StatementSync, id: number, piece: OutputPiece): void {
  if (piece.whole) sql('DELETE FROM outputs WHERE task = ? AND output = ?').run(id, piece.output);
  const insert = sql('INSERT OR REPLACE INTO outputs (task, output, start, text) VALUES (?, ?, ?, ?)');
  for (let at = 0; at < piece.text.length; at += pieceLength)
    insert.run(id, piece.output, piece.start + at, piece.text.slice(at, at + pieceLength));
}

export function outputs(sql: (text: string) => StatementSync, idOf: (task: string) => number | null): Outputs {
  return {
    output(task, output, from) {
      const id = idOf(task);
      const last =
        id === null
          ? undefined
          : (sql('SELECT start, text FROM outputs WHERE task = ? AND output = ? ORDER BY start DESC LIMIT 1').get(
              id,
              output,
            ) as { start: number; text: string } | undefined);
      if (!last) return null;
      const rows = sql(
        `SELECT start, text FROM outputs WHERE task = ?1 AND output = ?2 AND start >= coalesce(
           (SELECT max(start) FROM outputs WHERE task = ?1 AND output = ?2 AND start <= ?3), 0)
         ORDER BY start LIMIT 4`,
      ).all(id, output, from) as { start: number; text: string }[];
      const text = rows.map((row) => row.text.slice(Math.max(0, from - row.start))).join('');
      return {
        text,
        // Characters as JavaScript counts them; SQLite's length() counts otherwise.
        length: last.start + last.text.length,
        more: (rows.at(-1)?.start ?? last.start) < last.start,
      };
    },
  };
}
