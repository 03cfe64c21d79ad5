import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the data folder that hold what belongs to tasks. */
const taskFolders = ['undo', 'files', 'attached', 'practice'];

/** Bytes in the data folder, everything counted. */
export async function dataSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return dataSize(path);
      return (await stat(path).catch(() => null))?.size ?? 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Takes away what tasks kept beside the journal. */
export async function deleteAll(dataDir: string): Promise<void> {
  for (const name of taskFolders) await rm(join(dataDir, name), { recursive: true, force: true });
}
