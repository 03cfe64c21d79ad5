import { access, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Live } from '../live/live.ts';
import type { TaskInput } from '../task/input.ts';
import { gitLock } from './git-lock.ts';

/** Mount points that Codex's sandbox makes in a writable folder, and leaves when it's ended from outside. */
const sandboxFolders = ['.git', '.agents', '.codex', '.aws'];

/** Which of them aren't there before the start. */
export async function absentBefore(folder: string): Promise<readonly string[]> {
  const absent = await Promise.all(
    sandboxFolders.map((name) =>
      access(join(folder, name)).then(
        () => null,
        () => name,
      ),
    ),
  );
  return absent.filter((name) => name !== null);
}

/** Takes away what a stopped sandbox left (empty folders only), and notices a lock that a killed git left. */
export async function tidyAfter(live: Live): Promise<readonly Extract<TaskInput, { type: 'notice' }>[]> {
  const { folder } = live.state;
  const notices: Extract<TaskInput, { type: 'notice' }>[] = [];
  const removed: string[] = [];
  for (const name of live.absent) {
    try {
      if ((await readdir(join(folder, name))).length > 0) continue;
      await rmdir(join(folder, name));
      removed.push(name);
    } catch {
      // Not there, not a folder, or not ours to take away: it stays as it is.
    }
  }
  if (removed.length)
    notices.push({
      type: 'notice',
      level: 'info',
      code: 'empty-folders',
      message: `The agent's sandbox left empty folders behind; Bureau removed them: ${removed.join(', ')}.`,
    });
  const lock = await gitLock(folder, live.startedMs);
  if (lock !== null)
    notices.push({
      type: 'notice',
      level: 'warning',
      code: 'git-lock',
      message: `A git that was stopped left its lock behind: ${lock}. Until the file is deleted, git refuses to work there. Delete it when no other git is running.`,
      detail: lock,
    });
  return notices;
}
