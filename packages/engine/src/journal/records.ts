import type { StatementSync } from 'node:sqlite';
import type { HoldRecord } from '@bureau/containment';
import type { Grant } from '@bureau/contracts';

export interface KeptGrant extends Grant {
  readonly revoked: boolean;
}

/** Records of what lasts beside the events: holds to be found again, allowances, checkpoints. */
export interface Records {
  /** Written before the hold's first message, so that a crash never loses it. */
  holdStarted(record: HoldRecord, at: number): void;
  holdEnded(task: string): void;
  holds(): readonly HoldRecord[];
  addGrant(grant: Grant): void;
  grants(): readonly KeptGrant[];
  revokeGrant(id: string, at: number): KeptGrant | null;
  /** Allowances end with their agent's process. */
  endGrants(task: string, at: number): void;
  addCheckpoint(task: string, at: number, kind: 'before' | 'after', folder: string, manifest: Uint8Array): void;
  checkpoints(task: string): readonly { readonly at: number; readonly kind: string; readonly manifest: Uint8Array }[];
  allManifests(): Iterable<Uint8Array>;
}

export function records(sql: (text: string) => StatementSync): Records {
  const toGrant = (row: unknown): KeptGrant => {
    const { id, task, at, reach, revoked } = row as {
      id: string;
      task: string;
      at: number;
      reach: string;
      revoked: number | null;
    };
    return { id, task, reach, at: new Date(at).toISOString(), revoked: revoked !== null };
  };
  return {
    holdStarted(record, at) {
      sql('INSERT OR REPLACE INTO holds (task, at, record) VALUES (?, ?, ?)').run(
        record.task,
        at,
        JSON.stringify(record),
      );
    },
    holdEnded(task) {
      sql('DELETE FROM holds WHERE task = ?').run(task);
    },
    holds: () =>
      sql('SELECT record FROM holds ORDER BY at')
        .all()
        .map((row) => JSON.parse((row as { record: string }).record) as HoldRecord),
    addGrant(grant) {
      sql('INSERT INTO grants (id, task, at, reach) VALUES (?, ?, ?, ?)').run(
        grant.id,
        grant.task,
        Date.parse(grant.at),
        grant.reach,
      );
    },
    grants: () => sql('SELECT * FROM grants WHERE revoked IS NULL ORDER BY at').all().map(toGrant),
    revokeGrant(id, at) {
      sql('UPDATE grants SET revoked = ? WHERE id = ? AND revoked IS NULL').run(at, id);
      const row = sql('SELECT * FROM grants WHERE id = ?').get(id);
      return row ? toGrant(row) : null;
    },
    endGrants(task, at) {
      sql('UPDATE grants SET revoked = ? WHERE task = ? AND revoked IS NULL').run(at, task);
    },
    addCheckpoint(task, at, kind, folder, manifest) {
      sql('INSERT INTO checkpoints (task, at, kind, folder, manifest) VALUES (?, ?, ?, ?, ?)').run(
        task,
        at,
        kind,
        folder,
        manifest,
      );
    },
    checkpoints: (task) =>
      sql('SELECT at, kind, manifest FROM checkpoints WHERE task = ? ORDER BY id')
        .all(task)
        .map((row) => row as { at: number; kind: string; manifest: Uint8Array }),
    *allManifests() {
      for (const row of sql('SELECT manifest FROM checkpoints').iterate())
        yield (row as { manifest: Uint8Array }).manifest;
    },
  };
}
