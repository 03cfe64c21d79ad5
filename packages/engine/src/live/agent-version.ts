import { statSync } from 'node:fs';
import type { Journal } from '../journal/journal.ts';

interface Known {
  readonly stamp: string;
  readonly version: string;
}
const stampOf = (path: string): string | null => {
  try {
    const { size, mtimeMs, ino } = statSync(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return null;
  }
};

/** The version that this very file said when it last ran, so that a start needs no other process to ask it. */
export function knownVersion(journal: Journal, path: string): string | null {
  const known = journal.cursors.get(`agent-version ${path}`) as Known | undefined;
  return known !== undefined && known.stamp === stampOf(path) ? known.version : null;
}

/** Remembers what an agent said of itself. */
export function rememberVersion(journal: Journal, path: string, version: string): void {
  const stamp = stampOf(path);
  if (stamp === null || knownVersion(journal, path) === version) return;
  journal.cursors.set(`agent-version ${path}`, { stamp, version } satisfies Known);
}
