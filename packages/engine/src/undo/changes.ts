import type { ChangedFile } from '@bureau/contracts';
import type { Checkpoint, Kept, Manifest } from './manifest.ts';

/** A file that a task changed: as it was before, as the task left it, as it is now. */
export interface Change {
  readonly path: string;
  readonly before: Kept | null;
  /** Where the turn it was changed in has ended; else it still may be changed. */
  readonly left: Kept | null | undefined;
  readonly now: Kept | null;
}

/**
 * What a task changed: differences between the beginning and the end of each of its turns. What the person changed
 * between two turns is not the task's. Pure.
 */
export function changesOf(checkpoints: readonly Checkpoint[], now: Manifest): readonly Change[] {
  const before = new Map<string, Kept | null>();
  const left = new Map<string, Kept | null | undefined>();
  for (const [i, { kind, manifest }] of checkpoints.entries()) {
    if (kind !== 'before') continue;
    const next = checkpoints.slice(i + 1).find((one) => one.kind === 'after');
    const after = next?.manifest ?? now;
    const all = new Set([...manifest.files.keys(), ...after.files.keys()]);
    for (const path of all) {
      const was = manifest.files.get(path) ?? null;
      const became = after.files.get(path) ?? null;
      if (was?.hash === became?.hash) continue;
      // Left out at one of the two is no change.
      if (isLeftOut(manifest, path) || isLeftOut(after, path)) continue;
      if (!before.has(path)) before.set(path, was);
      left.set(path, next ? became : undefined);
    }
  }
  return [...before].flatMap(([path, was]): Change[] => {
    const is = now.files.get(path) ?? null;
    return was?.hash === is?.hash ? [] : [{ path, before: was, left: left.get(path), now: is }];
  });
}

const isLeftOut = ({ leftOut }: Manifest, path: string): boolean =>
  leftOut.some((one) => one.startsWith(`${path} (`) || one.startsWith('everything after'));

/** Changes as a window shows them; a file that went and came back under another name was moved. */
export function toChangedFiles(changes: readonly Change[]): ChangedFile[] {
  const gone = new Map(
    changes.flatMap(({ path, before, now }) => (before && !now ? [[before.hash, path] as const] : [])),
  );
  const moved = new Set<string>();
  const files = changes.map((change): ChangedFile => {
    const { path, before, now } = change;
    const from = !before && now ? gone.get(now.hash) : undefined;
    if (from !== undefined) moved.add(from);
    return {
      path,
      change: from !== undefined ? 'moved' : before ? (now ? 'changed' : 'deleted') : 'created',
      ...(from === undefined ? {} : { from }),
      bytes: (now ?? before)?.size ?? 0,
      canPutBack: true,
      changedSince: changedSince(change),
    };
  });
  return files.filter(({ path, change }) => !(change === 'deleted' && moved.has(path)));
}

/** Changed again after the task left it: by the person, or by another task. */
export const changedSince = ({ left, now }: Change): boolean => left !== undefined && left?.hash !== now?.hash;
