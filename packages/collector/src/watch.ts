import { existsSync, statSync } from 'node:fs';
import type { Home } from './homes.ts';

/** A folder's time of change is as coarse as the kernel's tick, and files may come in the same one: look again while it is young. */
const youngMs = 3000;

/** Which folders changed since they were last looked at. Polling a folder's time costs microseconds; fs.watch misses and leaks. */
export function folderWatch() {
  const known = new Map<string, { home: Home; mtimeMs: number; inode: number; settled: boolean }>();
  return {
    add(folder: string, home: Home): void {
      if (!known.has(folder)) known.set(folder, { home, ...stamp(folder), settled: false });
    },
    /** With `whole`, every folder. */
    changed(whole: boolean): { folder: string; home: Home }[] {
      const out: { folder: string; home: Home }[] = [];
      const now = Date.now();
      for (const [folder, state] of known) {
        const { mtimeMs, inode } = stamp(folder);
        const moved = mtimeMs !== state.mtimeMs || inode !== state.inode;
        const young = now - mtimeMs < youngMs;
        if (moved || young || !state.settled || whole) out.push({ folder, home: state.home });
        state.mtimeMs = mtimeMs;
        state.inode = inode;
        state.settled = !young;
      }
      return out;
    },
    exists: (path: string) => existsSync(path),
  };
}

function stamp(folder: string): { mtimeMs: number; inode: number } {
  try {
    const stat = statSync(folder);
    return { mtimeMs: stat.mtimeMs, inode: stat.ino };
  } catch {
    return { mtimeMs: 0, inode: 0 };
  }
}
