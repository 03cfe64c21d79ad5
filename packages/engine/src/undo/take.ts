import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { undoLimits } from './limits.ts';
import type { Kept, Manifest } from './manifest.ts';
import { hashOf, type ObjectStore } from './store.ts';
import { walk } from './walk.ts';

/**
 * Takes a folder as it is now. Files that are as they were in `last` (size, time and inode) are not read again. With
 * `store` the contents are kept; without it they're only told apart.
 */
export async function take(folder: string, last: Manifest | null, store: ObjectStore | null): Promise<Manifest> {
  const { files, leftOut } = await walk(folder);
  const kept = new Map<string, Kept>();
  const out = [...leftOut];
  let fresh = 0;
  for (const file of files) {
    const known = last?.files.get(file.path);
    if (known && known.size === file.size && known.mtimeMs === file.mtimeMs && known.ino === file.ino) {
      kept.set(file.path, { ...known, mode: file.mode });
      continue;
    }
    if (fresh + file.size > undoLimits.allBytes) {
      out.push(`${file.path} (more than 512 MiB together)`);
      continue;
    }
    fresh += file.size;
    const path = join(folder, file.path);
    try {
      const hash = store ? (await store.keep(path)).hash : await hashOf(path);
      const now = await lstat(path);
      const { size, mtimeMs, ino, mode } = now;
      kept.set(file.path, { hash, size, mtimeMs, ino, mode: mode & 0o777 });
    } catch {
      out.push(`${file.path} (could not be read)`);
    }
  }
  return { files: kept, leftOut: out.slice(0, undoLimits.leftOutNamed) };
}
