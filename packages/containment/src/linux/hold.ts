import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, write } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '@bureau/contracts';
import { type Cgroup, cgroupAt, makeCgroup, ownFolder } from './cgroup.ts';
import type { Eyes } from './freeze.ts';
import type { Libc } from './libc.ts';
import { childrenOf, readStat, threadStates } from './proc.ts';
import { signalExactly } from './signal.ts';
import type { Stat } from './stat.ts';

export interface AgentEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The state of one hold inside its supervisor. */
export interface LinuxHold {
  readonly libc: Libc;
  readonly eyes: Eyes;
  readonly cgroup: HoldCgroup | null;
  readonly mechanisms: Receipt['mechanisms'];
  agent: {
    readonly pid: number;
    readonly startTicks: string;
    readonly startedAt: string;
    readonly command: string;
  } | null;
  agentChild: ChildProcess | null;
  agentEnd: AgentEnd | null;
  onAgentEnd: (end: AgentEnd) => void;
  /** Kept processes by pid, with their start; grows by their descendants. */
  readonly kept: Map<number, string>;
  readonly waiting: Set<() => void>;
  /** How many ended children were collected. */
  collected: number;
}

/** The folders of a hold: `work` is what Stop ends; each kept process has a folder of its own beside it. */
export interface HoldCgroup {
  readonly base: Cgroup;
  readonly work: Cgroup;
  /** Where the supervisor itself stays. */
  readonly origin: Cgroup;
  readonly keeps: Cgroup[];
}

/** Makes this process a sub-reaper. Throws when the kernel refuses. */
export function openHold(libc: Libc, cgroup: HoldCgroup | null): LinuxHold {
  if (!libc.becomeSubreaper()) throw new Error('the system refused to let this process adopt orphans');
  const self = process.pid;
  const hold: LinuxHold = {
    libc,
    eyes: {
      self,
      children: childrenOf,
      stat: readStat,
      threadStates,
      halt: (pid, isIt) => signalExactly(libc, pid, constants.signals.SIGSTOP, isIt),
    },
    cgroup,
    mechanisms: cgroup ? ['cgroup', 'subreaper'] : ['subreaper'],
    agent: null,
    agentChild: null,
    agentEnd: null,
    onAgentEnd: () => {},
    kept: new Map(),
    waiting: new Set(),
    collected: 0,
  };
  // Orphans that end are announced by this signal only; libuv collects none that it didn't start.
  process.on('SIGCHLD', () => {
    reap(hold);
    for (const wake of [...hold.waiting]) wake();
  });
  return hold;
}

/**
 * Makes the folders of a hold; null where none can be had. The first join makes the kernel wait some 10 ms, so it
 * runs beside the rest of the start.
 */
export async function openCgroup(): Promise<HoldCgroup | null> {
  const self = process.pid;
  let folder: string | null;
  try {
    folder = ownFolder(readFileSync('/proc/self/mountinfo', 'utf8'), readFileSync('/proc/self/cgroup', 'utf8'));
  } catch {
    return null;
  }
  if (folder === null) return null;
  const base = makeCgroup(join(folder, `bureau-${self}-${readStat(self)?.startTicks ?? '0'}`));
  if (base === null) return null;
  const work = makeCgroup(join(base.path, 'work'));
  const origin = cgroupAt(folder);
  // Joining and coming back must both work, else the supervisor would be killed with its hold.
  if (work) {
    if ((await joinAside(join(work.path, 'cgroup.procs'), self)) && origin.join(self))
      return { base, work, origin, keeps: [] };
  }
  base.remove();
  return null;
}

/** One write, handed to another thread as a whole: with a promise for each step it would wait for this one. */
function joinAside(path: string, pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    let file: number;
    try {
      file = openSync(path, 'w');
    } catch {
      return resolve(false);
    }
    write(file, String(pid), (error) => {
      closeSync(file);
      resolve(error === null);
    });
  });
}

/** Collects every child that has ended. True when there is no child at all any more. */
export function reap(hold: LinuxHold): boolean {
  for (;;) {
    const ended = hold.libc.reap();
    if (ended === 'none' || ended === null) return ended === 'none';
    hold.collected++;
    if (ended.pid === hold.agent?.pid) noteAgentEnd(hold, ended.code, ended.signal);
  }
}

/** Whoever collects the agent first, this process or libuv, tells it here. */
export function noteAgentEnd(hold: LinuxHold, code: number | null, signal: number | string | null): void {
  if (hold.agentEnd) return;
  const name = typeof signal === 'number' ? (signalNames.get(signal) ?? `SIG${signal}`) : signal;
  hold.agentEnd = { code, signal: name };
  hold.onAgentEnd(hold.agentEnd);
}
const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number as number, name]));

/** Resolves when a child ended, or after `ms`. */
export function nextChange(hold: LinuxHold, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      hold.waiting.delete(wake);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    hold.waiting.add(wake);
  });
}

/** Kept work is left out of every walk: by its place in a cgroup, or by what is known of its descent. */
export function isKept(hold: LinuxHold, stat: Stat): boolean {
  return hold.kept.get(stat.pid) === stat.startTicks;
}
