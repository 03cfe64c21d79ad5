import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';

/** The index lock of the folder's repository, when it was made after `since` (ms); `null` otherwise. */
export async function gitLock(folder: string, since: number): Promise<string | null> {
  const gitFolder = await findGit(folder);
  if (gitFolder === null) return null;
  const lock = join(gitFolder, 'index.lock');
  const found = await stat(lock).catch(() => null);
  return found && found.mtimeMs >= since - 1_000 ? lock : null;
}

/** The `.git` folder of a folder or of one above it; a worktree's `.git` file leads to its own. */
export async function findGit(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, '.git');
    const found = await stat(path).catch(() => null);
    // An empty `.git` is no repository: sandboxes leave such folders behind.
    if (found?.isDirectory() && (await stat(join(path, 'HEAD')).catch(() => null))) return path;
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1]?.trim();
      return target === undefined ? null : isAbsolute(target) ? target : join(at, target);
    }
    if (dirname(at) === at) return null;
  }
}
