import { readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { HostCalls } from '@bureau/contracts';

type Value = HostCalls['folders.list']['value'];

const most = 2_000;

/** The folders in a folder, for a person who picks one; hidden ones are left out. */
export async function listFolders(path: string | undefined, home: string): Promise<Value> {
  const folder = path === undefined || !isAbsolute(path) ? home : resolve(path);
  const parent = dirname(folder) === folder ? null : dirname(folder);
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const folders = entries
      .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
      .slice(0, most)
      .map(({ name }) => ({ name, path: join(folder, name) }))
      .sort((a, b) => a.name.localeCompare(b.name));
    return { path: folder, parent, folders };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const why =
      code === 'ENOENT'
        ? `There is no folder ${folder}.`
        : code === 'ENOTDIR'
          ? `${folder} is a file, not a folder.`
          : `You may not look into ${folder}.`;
    return { path: folder, parent, folders: [], error: why };
  }
}
