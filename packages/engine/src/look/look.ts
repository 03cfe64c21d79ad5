import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Action, Reading } from '@bureau/contracts';
import type { Look, LookedPath } from '@bureau/plain-words';
import { count } from './count.ts';
import { gitIndexOf, isSafe } from './git-index.ts';
import { projectTasks } from './project-tasks.ts';

/** More places than this are not looked at: such a card names a number, not each of them. */
const placesAtMost = 20;

/**
 * Looks at what a reading names: is it there, where do links lead, how much would go, could git bring it back, what
 * does a project task run. Reads names and sizes only (but for task files and git's index); never follows a link below.
 */
export async function look(action: Action, reading: Reading, folder?: string): Promise<Look> {
  const paths = [
    ...new Set(reading.places.flatMap(({ path }) => (path !== undefined && isAbsolute(path) ? [path] : []))),
  ];
  const deletes = reading.chips.includes('deletes');
  const keeps = !reading.chips.some((chip) => chip !== 'reads');
  const [looked, tasks] = await Promise.all([
    Promise.all(paths.slice(0, placesAtMost).map((path) => lookAt(path, { deletes, git: !keeps }))),
    action.kind === 'command' ? projectTasks(action.command, action.cwd) : [],
  ]);
  const realFolder = folder === undefined ? null : await realOf(folder);
  return { paths: looked, tasks, ...(realFolder !== null && realFolder !== folder ? { realFolder } : {}) };
}

async function lookAt(path: string, wish: { readonly deletes: boolean; readonly git: boolean }): Promise<LookedPath> {
  const real = await realOf(path);
  const elsewhere = real !== null && real !== path ? { realPath: real } : {};
  const own = await lstat(path).catch(() => null);
  if (!own) return { path, exists: false, ...elsewhere };
  // A link that is deleted goes alone; whatever else is done to it is done where it leads.
  const found = own.isSymbolicLink() && !wish.deletes ? await stat(path).catch(() => own) : own;
  const kind = found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  const counted =
    kind === 'folder' && wish.deletes
      ? await count(path)
      : kind === 'file'
        ? { files: 1, bytes: found.size, atLeast: false }
        : null;
  const index = wish.git ? await gitIndexOf(path) : null;
  return {
    path,
    exists: true,
    kind,
    ...elsewhere,
    ...(counted ? { files: counted.files, bytes: counted.bytes } : {}),
    ...(counted?.atLeast ? { atLeast: true } : {}),
    ...(index ? { inGit: await isSafe(index, real ?? path, kind, counted) } : {}),
  };
}

/** Where a path really is: links in it resolved as far as it exists. */
async function realOf(path: string): Promise<string | null> {
  const rest: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...rest);
    } catch {
      if (dirname(at) === at) return null;
      rest.unshift(basename(at));
    }
  }
}
