/** What `/proc/PID/stat` tells (proc_pid_stat(5)); only the fields that a hold needs. */
export interface Stat {
  readonly pid: number;
  readonly name: string;
  /** R running, S sleeping, D waiting for the kernel, T stopped, t traced, Z ended and not yet reaped, X dead. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly userTicks: number;
  readonly systemTicks: number;
  readonly threads: number;
  /** Clock ticks since boot at which it started: with the pid it names one process of this boot. */
  readonly startTicks: string;
  /** Resident pages. */
  readonly pages: number;
}

/** Reads one stat line. The name may hold spaces, brackets and line ends, so it ends at the last bracket. */
export function parseStat(text: string): Stat | null {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 1 || close < open) return null;
  const pid = Number(text.slice(0, open).trim());
  const rest = text.slice(close + 2).split(' ');
  const startTicks = rest[19];
  if (!Number.isInteger(pid) || pid <= 0 || startTicks === undefined || !/^\d+$/.test(startTicks)) return null;
  return {
    pid,
    name: text.slice(open + 1, close),
    state: rest[0]!,
    parent: Number(rest[1]),
    group: Number(rest[2]),
    session: Number(rest[3]),
    userTicks: Number(rest[11]),
    systemTicks: Number(rest[12]),
    threads: Number(rest[17]),
    startTicks,
    pages: Number(rest[21] ?? 0),
  };
}

/** Ended for good: a zombie whose other threads live on still acts. */
export function isOver(stat: Stat): boolean {
  return stat.state === 'X' || (stat.state === 'Z' && stat.threads <= 1);
}

/** Runs no instruction of its own until it is continued. */
export function standsStill(stat: Stat): boolean {
  return stat.state === 'T' || stat.state === 't' || stat.state === 'D' || stat.state === 'X' || stat.state === 'Z';
}
