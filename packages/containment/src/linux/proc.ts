import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { parseStat, type Stat } from './stat.ts';

/** Linux counts process times in 100 ticks a second on every architecture that Node runs on. */
const ticksPerSecond = 100;
const buffer = Buffer.allocUnsafe(65_536);

/** A small file of /proc as text; null when the process is gone or may not be looked at. */
function readSmall(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const length = readSync(file, buffer, 0, buffer.length, 0);
    if (length < buffer.length) return buffer.toString('latin1', 0, length);
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

export function readStat(pid: number): Stat | null {
  const text = readSmall(`/proc/${pid}/stat`);
  return text === null ? null : parseStat(text);
}

/** The state letters of all threads of a process. */
export function threadStates(pid: number): string[] {
  return threadsOf(pid).flatMap((thread) => {
    const text = readSmall(`/proc/${pid}/task/${thread}/stat`);
    const stat = text === null ? null : parseStat(text);
    return stat ? [stat.state] : [];
  });
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Whether this kernel lists a thread's children (CONFIG_PROC_CHILDREN); else every process's parent is read. */
let listsChildren: boolean | null = null;

/** Direct children of a process, those of its other threads included. `threads` spares a look when it is 1. */
export function childrenOf(pid: number, threads?: number): number[] {
  listsChildren ??= readSmall(`/proc/self/task/${process.pid}/children`) !== null;
  if (!listsChildren) {
    return allPids().filter((other) => readStat(other)?.parent === pid);
  }
  if (threads === 1) return parsePids(readSmall(`/proc/${pid}/task/${pid}/children`));
  return threadsOf(pid).flatMap((thread) => parsePids(readSmall(`/proc/${pid}/task/${thread}/children`)));
}

function parsePids(text: string | null): number[] {
  if (!text) return [];
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

export function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The command as it was started, its arguments joined by spaces; a zombie has only its name left. */
export function commandOf(pid: number, name: string): string {
  const text = argumentsOf(pid).join(' ');
  return text === '' ? name : text;
}

/** At most 64 KiB of the arguments; a changed title is what the process shows. */
export function argumentsOf(pid: number): string[] {
  const text = readSmall(`/proc/${pid}/cmdline`);
  if (!text) return [];
  return Buffer.from(text.slice(0, 65_536), 'latin1').toString('utf8').replace(/\0+$/, '').split('\0');
}

/** One variable of the environment a process was started with; null when it has none or may not be read. */
export function environmentOf(pid: number, name: string): string | null {
  const text = readSmall(`/proc/${pid}/environ`);
  const start = text === null ? undefined : text.split('\0').find((entry) => entry.startsWith(`${name}=`));
  return start === undefined ? null : Buffer.from(start.slice(name.length + 1), 'latin1').toString('utf8');
}

/** The user a process runs as. */
export function uidOf(pid: number): number | null {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return null;
  }
}

let bootedAt: number | null = null;

/** The moment of a start in clock ticks, as ISO 8601; good to about 10 ms. */
export function startedAt(startTicks: string): string {
  // Read once: two readings differ by what /proc/uptime rounds away, and one process has one start.
  bootedAt ??= Date.now() - Number((readSmall('/proc/uptime') ?? '0').split(' ')[0]) * 1000;
  return new Date(bootedAt + (Number(startTicks) * 1000) / ticksPerSecond).toISOString();
}

/** Share of a core used over its life, 0 to 1 a core. */
export function cpuShare(stat: Stat): number | null {
  const uptime = Number((readSmall('/proc/uptime') ?? '0').split(' ')[0]);
  const age = uptime - Number(stat.startTicks) / ticksPerSecond;
  return age > 0 ? Math.max(0, (stat.userTicks + stat.systemTicks) / ticksPerSecond / age) : null;
}

export function bootId(): string {
  return (readSmall('/proc/sys/kernel/random/boot_id') ?? 'unknown').trim();
}
