import { execFileSync } from 'node:child_process';
import { readStat } from './linux/proc.ts';
import { isOver } from './linux/stat.ts';

/**
 * When a process started, which with its pid names it for ever (pids are used again): clock ticks since boot as
 * text on Linux (/proc/PID/stat field 22), what `ps -o lstart` prints on macOS; undefined when it is gone or the
 * system doesn't tell (Windows).
 */
export function processStart(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    const stat = readStat(pid);
    return stat === null || isOver(stat) ? undefined : stat.startTicks;
  }
  return process.platform === 'win32' ? undefined : startFromPs(pid);
}

function startFromPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    }).trim();
    return text === '' || text.startsWith('Z') ? undefined : text.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

/** Whether a process lives; with `startTicks`, whether it is still the same one. A zombie has ended. */
export function isAlive(pid: number, startTicks?: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const start = processStart(pid);
  if (process.platform === 'linux') return start !== undefined && (startTicks === undefined || start === startTicks);
  if (start !== undefined && startTicks !== undefined && start !== startTicks) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
