import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from './changes.ts';
import type { ObjectStore } from './store.ts';

const bytesAtMost = 1_000_000;
const diffAtMost = 200_000;

/** One file's difference as a unified diff. A binary or huge one is named so. */
export async function diffOf(
  folder: string,
  change: Change,
  store: ObjectStore,
): Promise<{ diff: string; binary: boolean; truncated: boolean }> {
  const before = change.before ? await read(store.pathOf(change.before.hash)) : Buffer.alloc(0);
  const now = change.now ? await read(join(folder, change.path)) : Buffer.alloc(0);
  if (before === null || now === null) return { diff: '', binary: false, truncated: true };
  if (before.includes(0) || now.includes(0)) return { diff: '', binary: true, truncated: false };
  const { createTwoFilesPatch } = await import('diff');
  const from = change.before ? change.path : '/dev/null';
  const to = change.now ? change.path : '/dev/null';
  const diff = createTwoFilesPatch(from, to, before.toString('utf8'), now.toString('utf8'), '', '', {
    context: 3,
    timeout: 500,
  });
  if (diff === undefined) return { diff: '', binary: false, truncated: true };
  return { diff: diff.slice(0, diffAtMost), binary: false, truncated: diff.length > diffAtMost };
}

/** A file's bytes; `null` where it is too long to be shown. */
async function read(path: string): Promise<Buffer | null> {
  const file = await open(path).catch(() => null);
  if (!file) return Buffer.alloc(0);
  try {
    return (await file.stat()).size > bytesAtMost ? null : await file.readFile();
  } finally {
    await file.close();
  }
}
