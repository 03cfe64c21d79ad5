import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** A fresh, empty folder for a practice piece of work, in Bureau's own data; thrown away like attached files. */
export async function practiceFolder(dataDir: string): Promise<{ readonly path: string }> {
  const all = join(dataDir, 'practice');
  await mkdir(all, { recursive: true, mode: 0o700 });
  return { path: await mkdtemp(join(all, 'practice-')) };
}
