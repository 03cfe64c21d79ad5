import { existsSync, statSync } from 'node:fs';
import type { Home } from './homes.ts';

/** A folder's time of change is as coarse as the kernel's tick, and files may come in the same one: look again while it is young. */
const youngMs = 3000;
/** One pass over the folders where nothing lives takes this many looks. */
const coldPass = 40;

export interface Changed {
  readonly folder: string;
  readonly home: Home;
}

/**
 * Which folders changed since they were last looked at, by polling their times: microseconds each, and nothing is missed or leaked as with fs.watch.
 * Hot folders are looked at every time, the others in turn.
 */
export function folderWatch() {
  const known = new Map<string, { home: Home; mtimeMs: number; inode: number; settled: boolean; hot: boolean }>();
  let cold: string[] = [];
  let next = 0;

  const check = (folder: string, now: number): boolean => {
    const state = known.get(folder)!;
    const { mtimeMs, inode } = stamp(folder);
    const moved = mtimeMs !== state.mtimeMs || inode !== state.inode || !state.settled;
    const young = now - mtimeMs < youngMs;
    state.mtimeMs = mtimeMs;
    state.inode = inode;
    state.settled = !young;
    return moved || young;
  };

  return {
    add(folder: string, home: Home, hot: boolean): void {
      const state = known.get(folder);
      if (state) {
        state.hot ||= hot;
        return;
      }
      known.set(folder, { home, ...stamp(folder), settled: false, hot });
      if (!hot) cold.push(folder);
    },
    /** `also`: folders to look at now although they are cold. */
    changed(also: ReadonlySet<string>): Changed[] {
      const out: Changed[] = [];
      const now = Date.now();
      const slice = Math.ceil(cold.length / coldPass);
      if (next >= cold.length) {
        next = 0;
        cold = [...known].filter(([, state]) => !state.hot).map(([folder]) => folder);
      }
      const turn = new Set(cold.slice(next, next + slice));
      next += slice;
      for (const [folder, { hot, home, settled }] of known) {
        const due = hot || !settled || also.has(folder) || turn.has(folder);
        if (due && check(folder, now)) out.push({ folder, home });
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
