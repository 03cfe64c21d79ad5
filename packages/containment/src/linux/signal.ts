import { constants } from 'node:os';
import type { Libc } from './libc.ts';
import { readStat } from './proc.ts';
import type { Stat } from './stat.ts';

/** `gone`: it ended before. `other`: the number belongs to another process now. `refused`: it belongs to another user. */
export type Signalled = 'sent' | 'gone' | 'other' | 'refused';

/**
 * Signals exactly the process that `isIt` recognises. The handle is opened first and holds the process, its
 * stat is read next, the signal goes through the handle last: so a number that was given to somebody else in
 * between is never hit.
 */
export function signalExactly(libc: Libc, pid: number, signal: number, isIt: (stat: Stat) => boolean): Signalled {
  const handle = libc.openPid(pid);
  if (handle === null) {
    const { ESRCH, EINVAL } = constants.errno;
    const errno = libc.errno();
    // EINVAL: the number is a thread's now. Anything else: no pidfd here (before Linux 5.3) or no handle left.
    if (errno === ESRCH || errno === EINVAL) return 'gone';
    return signalByNumber(pid, signal, isIt);
  }
  try {
    const stat = readStat(pid);
    if (stat === null) return 'gone';
    if (!isIt(stat)) return 'other';
    if (libc.signalPid(handle, signal)) return 'sent';
    return libc.errno() === constants.errno.EPERM ? 'refused' : 'gone';
  } finally {
    libc.close(handle);
  }
}

/** The best there is without a handle: check right before. */
function signalByNumber(pid: number, signal: number, isIt: (stat: Stat) => boolean): Signalled {
  const stat = readStat(pid);
  if (stat === null) return 'gone';
  if (!isIt(stat)) return 'other';
  try {
    process.kill(pid, signal);
    return 'sent';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'refused' : 'gone';
  }
}
