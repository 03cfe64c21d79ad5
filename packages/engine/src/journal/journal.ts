import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TaskEvent, TaskSummary } from '@bureau/contracts';
import type { SmallStore } from '../types.ts';
import { indexWords } from './index-words.ts';
import { type Keeping, keeping } from './keeping.ts';
import { type OutputPiece, type Outputs, outputs, writeOutput } from './outputs.ts';
import { type Records, records } from './records.ts';
import { type Search, search } from './search.ts';

/** Names a process for ever: its pid and when it started. */
export interface Owner {
  readonly pid: number;
  readonly start: string;
}
export interface KeptTask {
  readonly summary: TaskSummary;
  readonly owner: Owner | null;
}
/** A batch of one task, written whole or not at all. */
export interface Batch {
  readonly task: string;
  readonly events: readonly TaskEvent[];
  readonly summary: TaskSummary;
  /** The state as JSON, at the last event; given at rests only, so that opening is quick. */
  readonly state?: string;
  /** `null` lets go of the task; left out, the owner stays. */
  readonly owner?: Owner | null;
  /** Pieces of messages that are whole now. */
  readonly forget?: readonly number[];
  readonly outputs?: readonly OutputPiece[];
}

export interface Journal extends Outputs, Search, Keeping, Records {
  readonly cursors: SmallStore;
  readonly settings: SmallStore;
  append(batches: readonly Batch[]): void;
  /** Makes some of the newest words findable; true when there are more. A search does it as well. */
  indexSome(): boolean;
  /** Makes a task this process's own, if it still belongs to `from`: of two processes that try, one has it. */
  claim(task: string, from: Owner | null, to: Owner): boolean;
  tasks(): readonly KeptTask[];
  task(task: string): KeptTask | null;
  /** The kept state and every event after it. */
  open(task: string): { readonly state: string | null; readonly after: readonly TaskEvent[] } | null;
  events(task: string, from: number, to: number, limit?: number): readonly TaskEvent[];
  /** Everything of these tasks. */
  remove(tasks: readonly string[]): void;
  /** Changes whenever another process has written. */
  dataVersion(): number;
  close(): void;
}

/** Some milliseconds' worth. */
const indexedAtOnce = 500;

/** The journal on an open database. Every call is synchronous and whole. */
export function journalOn(db: DatabaseSync): Journal {
  const cache = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    let statement = cache.get(text);
    if (!statement) {
      statement = db.prepare(text);
      cache.set(text, statement);
    }
    return statement;
  };
  const ids = new Map<string, number>();
  const idOf = (task: string): number | null => {
    const known = ids.get(task);
    if (known !== undefined) return known;
    const row = sql('SELECT id FROM tasks WHERE task = ?').get(task) as { id: number } | undefined;
    if (row) ids.set(task, row.id);
    return row?.id ?? null;
  };
  const whole = (work: () => void): void => {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec('COMMIT');
    } catch (error) {
      ids.clear();
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };

  const write = (batch: Batch): void => {
    const changed = Date.parse(batch.summary.changedAt);
    const summary = JSON.stringify(batch.summary);
    let id = idOf(batch.task);
    if (id === null) {
      const added = sql('INSERT INTO tasks (task, created, changed, summary) VALUES (?, ?, ?, ?)').run(
        batch.task,
        Date.parse(batch.summary.startedAt),
        changed,
        summary,
      );
      id = Number(added.lastInsertRowid);
      ids.set(batch.task, id);
    } else sql('UPDATE tasks SET changed = ?, summary = ? WHERE id = ?').run(changed, summary, id);
    if (batch.state !== undefined) sql('UPDATE tasks SET state = ? WHERE id = ?').run(batch.state, id);
    if (batch.owner !== undefined)
      sql('UPDATE tasks SET owner = ? WHERE id = ?').run(batch.owner && JSON.stringify(batch.owner), id);
    const insert = sql('INSERT INTO events (task, seq, at, type, body) VALUES (?, ?, ?, ?, ?)');
    for (const { seq, at, task: _, type, ...body } of batch.events) {
      insert.run(id, seq, Date.parse(at), type, JSON.stringify(body));
    }
    for (const event of batch.events) {
      const words = wordsOf(event);
      if (words === null) continue;
      sql('INSERT INTO words (task, seq, at, text) VALUES (?, ?, ?, ?)').run(
        id,
        event.seq,
        Date.parse(event.at),
        words,
      );
    }
    for (const piece of batch.outputs ?? []) writeOutput(sql, id, piece);
    for (const seq of batch.forget ?? []) sql('DELETE FROM events WHERE task = ? AND seq = ?').run(id, seq);
  };

  const toEvent = (task: string) => (row: unknown) => {
    const { seq, at, type, body } = row as { seq: number; at: number; type: string; body: string };
    return { seq, at: new Date(at).toISOString(), task, type, ...JSON.parse(body) } as TaskEvent;
  };
  const toTask = (row: unknown): KeptTask => {
    const { summary, owner } = row as { summary: string; owner: string | null };
    return {
      summary: JSON.parse(summary) as TaskSummary,
      owner: owner === null ? null : (JSON.parse(owner) as Owner),
    };
  };

  const indexAll = (): void => {
    try {
      for (let more = true; more; )
        whole(() => {
          more = indexWords(sql, indexedAtOnce) === indexedAtOnce;
        });
    } catch {
      // A journal that can't be written now can still be searched: only the newest words are missing.
    }
  };

  return {
    ...outputs(sql, idOf),
    ...search(sql, () => indexAll()),
    ...keeping(sql),
    ...records(sql),
    append: (batches) => whole(() => batches.forEach(write)),
    indexSome() {
      let count = 0;
      whole(() => {
        count = indexWords(sql, indexedAtOnce);
      });
      return count === indexedAtOnce;
    },
    claim(task, from, to) {
      const text = (owner: Owner | null) => owner && JSON.stringify(owner);
      return (
        sql('UPDATE tasks SET owner = ? WHERE task = ? AND owner IS ?').run(text(to), task, text(from)).changes === 1
      );
    },
    tasks: () => sql('SELECT summary, owner FROM tasks ORDER BY changed DESC').all().map(toTask),
    task(task) {
      const row = sql('SELECT summary, owner FROM tasks WHERE task = ?').get(task);
      return row ? toTask(row) : null;
    },
    open(task) {
      const row = sql('SELECT id, state FROM tasks WHERE task = ?').get(task) as
        | { id: number; state: string | null }
        | undefined;
      if (!row) return null;
      const seq = row.state === null ? 0 : (JSON.parse(row.state) as { seq: number }).seq;
      const after = sql('SELECT seq, at, type, body FROM events WHERE task = ? AND seq > ? ORDER BY seq').all(
        row.id,
        seq,
      );
      return { state: row.state, after: after.map(toEvent(task)) };
    },
    events(task, from, to, limit = 100_000) {
      const id = idOf(task);
      if (id === null) return [];
      return sql('SELECT seq, at, type, body FROM events WHERE task = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ?')
        .all(id, from, to, limit)
        .map(toEvent(task));
    },
    remove(tasks) {
      whole(() => {
        // What isn't indexed can't be taken out of the index.
        while (indexWords(sql, indexedAtOnce) > 0);
        for (const task of tasks) {
          const id = idOf(task);
          if (id !== null) {
            for (const table of ['events', 'outputs', 'words']) sql(`DELETE FROM ${table} WHERE task = ?`).run(id);
            sql('DELETE FROM tasks WHERE id = ?').run(id);
            ids.delete(task);
          }
          for (const table of ['holds', 'grants', 'checkpoints']) sql(`DELETE FROM ${table} WHERE task = ?`).run(task);
        }
      });
      // The words are gone from the file at once, not only from the tables.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    dataVersion: () => (sql('PRAGMA data_version').get() as { data_version: number }).data_version,
    close() {
      cache.clear();
      db.close();
    },
  };
}

/** What a search over all tasks looks at: what was said, and what was asked. At most 64 KiB of each. */
function wordsOf(event: TaskEvent): string | null {
  const text =
    event.type === 'task'
      ? event.prompt
      : event.type === 'text' && event.final
        ? event.text
        : event.type === 'said' && event.state === 'queued'
          ? event.text
          : event.type === 'request'
            ? `${event.card.title}\n${event.exact}`
            : event.type === 'step' && event.state === 'running'
              ? `${event.title}\n${event.exact ?? ''}`
              : event.type === 'title'
                ? event.title
                : '';
  return text === '' ? null : text.slice(0, 65_536);
}
