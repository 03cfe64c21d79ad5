import type { ChangedFile } from '@bureau/contracts';
import type { Journal } from '../journal/journal.ts';
import { changesOf, toChangedFiles } from './changes.ts';
import { diffOf } from './diff.ts';
import { type Checkpoint, type Manifest, pack, sameFiles, unpack } from './manifest.ts';
import { putBack } from './put-back.ts';
import { objectStore } from './store.ts';
import { take } from './take.ts';

/** Checkpoints of the folders that tasks work in. */
export interface Undo {
  /** Takes the folder before a turn may change it. */
  before(task: string, folder: string): Promise<void>;
  /** Writes down how a turn left it. */
  after(task: string, folder: string): Promise<void>;
  changes(task: string, folder: string): Promise<{ files: ChangedFile[]; leftOut: string[] }>;
  diff(task: string, folder: string, path: string): Promise<{ diff: string; binary: boolean; truncated: boolean }>;
  putBack(
    task: string,
    folder: string,
    paths: readonly string[] | null,
    force: boolean,
  ): Promise<{ restored: string[]; conflicts: string[] }>;
  /** Takes away contents that no checkpoint needs any more. */
  sweep(): Promise<void>;
}

export function openUndo(journal: Journal, dataDir: string, now: () => number): Undo {
  const store = objectStore(dataDir);
  /** One thing at a time a folder: a checkpoint must not see half of what another puts back. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <Value>(folder: string, work: () => Promise<Value>): Promise<Value> => {
    const mine = (turns.get(folder) ?? Promise.resolve()).then(work, work);
    turns.set(
      folder,
      mine.catch(() => undefined),
    );
    return mine;
  };
  const of = (task: string): Checkpoint[] => {
    let last: Manifest = { files: new Map(), leftOut: [] };
    return journal.checkpoints(task).map(({ at, kind, manifest }) => {
      // An empty one is the same as the one before.
      if (manifest.length > 0) last = unpack(manifest);
      return { at, kind: kind === 'after' ? 'after' : 'before', manifest: last };
    });
  };
  const write = (task: string, kind: 'before' | 'after', folder: string, manifest: Manifest, last: Manifest | null) => {
    const same = last !== null && sameFiles(last, manifest);
    journal.addCheckpoint(task, now(), kind, folder, same ? new Uint8Array() : pack(manifest));
  };
  const changed = async (task: string, folder: string) => {
    const checkpoints = of(task);
    const last = checkpoints.at(-1)?.manifest ?? null;
    const is = await take(folder, last, null);
    return { changes: changesOf(checkpoints, is), leftOut: [...(last?.leftOut ?? [])], last };
  };
  const before = async (task: string, folder: string): Promise<void> => {
    const last = of(task).at(-1)?.manifest ?? null;
    const manifest = await take(folder, last, store);
    write(task, 'before', folder, manifest, last);
  };
  return {
    before: (task, folder) => inTurn(folder, () => before(task, folder)),
    after: (task, folder) =>
      inTurn(folder, async () => {
        const last = of(task).at(-1)?.manifest ?? null;
        if (last) write(task, 'after', folder, await take(folder, last, store), last);
      }),
    changes: (task, folder) =>
      inTurn(folder, async () => {
        const { changes, leftOut } = await changed(task, folder);
        return { files: toChangedFiles(changes), leftOut };
      }),
    diff: (task, folder, path) =>
      inTurn(folder, async () => {
        const { changes } = await changed(task, folder);
        const change = changes.find((one) => one.path === path);
        return change ? diffOf(folder, change, store) : { diff: '', binary: false, truncated: false };
      }),
    putBack: (task, folder, paths, force) =>
      inTurn(folder, async () => {
        const { changes } = await changed(task, folder);
        const wanted = paths === null ? changes : changes.filter(({ path }) => paths.includes(path));
        // Its own checkpoint first: what is put back can be had again.
        const last = of(task).at(-1)?.manifest ?? null;
        if (last) write(task, 'after', folder, await take(folder, last, store), last);
        return putBack(folder, wanted, store, force);
      }),
    async sweep() {
      const used = new Set<string>();
      for (const bytes of journal.allManifests())
        if (bytes.length > 0) for (const { hash } of unpack(bytes).files.values()) used.add(hash);
      await store.sweep(used);
    },
  };
}
