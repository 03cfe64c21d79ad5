import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CallError } from '@bureau/engine';

/** Bytes of one attached file. */
const most = 20 * 1024 * 1024;
const keptMs = 30 * 86_400_000;

/** Keeps a file that was dropped on the window, so that an agent can be given its path. */
export async function attachFile(dataDir: string, name: string, base64: string): Promise<{ path: string }> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > most)
    throw new CallError({
      code: 'too-long',
      message: `«${name}» is larger than 20 MB. Put it into the folder, and name it in your words.`,
    });
  const folder = join(dataDir, 'attached', randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, safeName(name));
  await writeFile(path, bytes, { mode: 0o600 });
  return { path };
}

/** Only the last part, without what a file system or a shell could take for something else. */
export function safeName(name: string): string {
  const last = basename(name.replaceAll('\\', '/')).replace(/[\p{Cc}<>:"/|?*]/gu, '_');
  return last === '' || /^\.+$/.test(last)
    ? 'file'
    : Buffer.from(last)
        .subarray(0, 200)
        .toString('utf8')
        .replace(/\uFFFD+$/, '');
}

/** Takes away attached files and practice folders that are older than thirty days. */
export async function dropOldFiles(dataDir: string, now: number): Promise<void> {
  for (const part of ['attached', 'practice']) await dropOld(join(dataDir, part), now);
}

async function dropOld(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > keptMs) await rm(path, { recursive: true, force: true });
  }
}
