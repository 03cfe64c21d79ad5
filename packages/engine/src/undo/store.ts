import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Contents by hash, in the data folder; shared by all tasks. */
export interface ObjectStore {
  /** Keeps a file's content as it is now. */
  keep(path: string): Promise<{ readonly hash: string; readonly size: number }>;
  /** The file with this content; it must not be changed. */
  pathOf(hash: string): string;
  /** Takes away everything that isn't in `used`, but for what has just been made: its checkpoint may still come. */
  sweep(used: ReadonlySet<string>, evenNew?: boolean): Promise<void>;
}

const justMadeMs = 10 * 60_000;

export function objectStore(dataDir: string): ObjectStore {
  const root = join(dataDir, 'undo', 'objects');
  const pathOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2));
  return {
    pathOf,
    async keep(path) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const making = join(root, `making-${randomBytes(8).toString('hex')}`);
      try {
        // A reflink where the file system has them: no bytes are copied, and the copy never changes with the file.
        await copyFile(path, making, constants.COPYFILE_FICLONE);
        await chmod(making, 0o600);
        const hash = await hashOf(making);
        const to = pathOf(hash);
        const { size } = await stat(making);
        await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        await rename(making, to);
        return { hash, size };
      } catch (error) {
        await rm(making, { force: true });
        throw error;
      }
    },
    async sweep(used, evenNew = false) {
      for (const head of await readdir(root).catch(() => [])) {
        if (head.length !== 2) continue;
        for (const rest of await readdir(join(root, head)).catch(() => [])) {
          const path = join(root, head, rest);
          const made = (await stat(path).catch(() => null))?.ctimeMs ?? 0;
          if (!used.has(head + rest) && (evenNew || made < Date.now() - justMadeMs)) await rm(path, { force: true });
        }
      }
    },
  };
}

/** SHA-256 of a file's content. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
