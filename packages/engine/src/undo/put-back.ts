import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Change, changedSince } from './changes.ts';
import type { ObjectStore } from './store.ts';

/**
 * Puts files back as they were before the task: a created one goes, a changed or deleted one returns. Files that were
 * changed since are left and named, unless `force`. Nothing is written outside the folder, whatever links there are.
 */
export async function putBack(
  folder: string,
  changes: readonly Change[],
  store: ObjectStore,
  force: boolean,
): Promise<{ restored: string[]; conflicts: string[] }> {
  const restored: string[] = [];
  const conflicts: string[] = [];
  for (const change of changes) {
    if (!force && changedSince(change)) {
      conflicts.push(change.path);
      continue;
    }
    const path = join(folder, change.path);
    if (!(await isInside(folder, dirname(path)))) {
      conflicts.push(change.path);
      continue;
    }
    if (change.before === null) await rm(path, { force: true });
    else {
      await mkdir(dirname(path), { recursive: true });
      const making = `${path}.bureau-${randomBytes(4).toString('hex')}`;
      await copyFile(store.pathOf(change.before.hash), making, constants.COPYFILE_FICLONE);
      await chmod(making, change.before.mode);
      await rename(making, path);
    }
    restored.push(change.path);
  }
  return { restored, conflicts };
}

async function isInside(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder);
  for (let at = path; at.length >= folder.length; at = dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return real === root || real.startsWith(root + sep);
  }
  return false;
}
