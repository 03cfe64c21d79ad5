import { readdirSync, readFileSync } from 'node:fs';

/** Helpers that an agent keeps beside itself; they are no command it runs. Names as in /proc/PID/comm, cut at 15. */
const helpers = new Set(['codex-code-mode', 'codex-mcp-serve']);

let bootMs: number | undefined;
const ticksPerSecond = 100;

/** Milliseconds since 1970 at which the machine started, from /proc/stat. */
function bootTime(): number {
  if (bootMs === undefined)
    bootMs = Number(/^btime (\d+)/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1] ?? 0) * 1000;
  return bootMs;
}

/**
 * Whether a process has a child that started after `sinceMs`: a command that an agent really runs has one,
 * one that waits for a permission has none. Undefined where the system doesn't tell.
 */
export function hasChildSince(pid: number, sinceMs: number): boolean | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // The clock of /proc/stat is whole seconds, and ticks are 10 ms: one and a half seconds of slack.
    const limit = sinceMs - 1500;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ')) {
        if (child.length > 0 && startedSince(child, limit)) return true;
      }
    }
    return false;
  } catch {
    return undefined;
  }
}

function startedSince(pid: string, limit: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const close = stat.lastIndexOf(')');
    if (helpers.has(stat.slice(stat.indexOf('(') + 1, close))) return false;
    const ticks = Number(stat.slice(close + 2).split(' ')[19]);
    return bootTime() + (ticks * 1000) / ticksPerSecond >= limit;
  } catch {
    return false;
  }
}
