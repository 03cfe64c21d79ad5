import { readFileSync } from 'node:fs';

/**
 * When a process started, in clock ticks since boot as text (Linux, /proc/PID/stat field 22); undefined when it is gone
 * or the system doesn't tell. With the pid it names one process for ever: pids are used again.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in brackets and may hold anything, brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Whether a process lives; with `startTicks`, whether it is still the same one. A zombie has ended. */
export function isAlive(pid: number, startTicks?: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (process.platform === 'linux') {
    const start = processStart(pid);
    return start !== undefined && (startTicks === undefined || start === startTicks);
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
