import { constants } from 'node:os';
import { type Found, freezePass } from './freeze.ts';
import { isKept, type LinuxHold } from './hold.ts';
import { refreshKept } from './keep.ts';
import { readStat } from './proc.ts';
import { signalExactly } from './signal.ts';
import type { Stat } from './stat.ts';

/** How long a freeze may wait for processes that the kernel holds; they can't act meanwhile. */
const freezeBoundMs = 400;
/** A cgroup needs no freeze to be killed at once, so it's not waited for any longer when nothing else is to come. */
const freezeBoundBeforeKillMs = 60;

/** Halts all of it. With `deep`, also what left the cgroup far down the tree; else only orphans outside of it. */
export function freeze(hold: LinuxHold, deep: boolean): Map<number, Found> {
  const until = performance.now() + (hold.cgroup && !deep ? freezeBoundBeforeKillMs : freezeBoundMs);
  const known = new Map<number, Found>();
  refreshKept(hold);
  const inside = new Set<number>();
  const work = hold.cgroup?.work;
  if (work?.freeze(true)) {
    while (!work.isFrozen() && performance.now() < until) rest(0.2);
    for (const pid of work.pids()) inside.add(pid);
    for (const pid of inside) {
      const stat = readStat(pid);
      if (stat) known.set(pid, found(stat));
    }
  }
  // What the cgroup holds stands still already: a walk may pass through it, but need not, unless it is to be deep.
  const strays = new Map<number, Found>();
  const ended = new Set<string>();
  for (;;) {
    const pass = freezePass(
      deep ? { ...hold.eyes, halt: (pid, isIt) => (inside.has(pid) ? 'gone' : hold.eyes.halt(pid, isIt)) } : hold.eyes,
      strays,
      ended,
      (stat) => isKept(hold, stat) || (!deep && inside.has(stat.pid)),
    );
    if ((pass.fresh === 0 && pass.moving === 0) || performance.now() >= until) break;
    if (pass.fresh === 0) rest(0.2);
  }
  for (const [pid, stray] of strays) known.set(pid, stray);
  return known;
}

export function found(stat: Stat): Found {
  return { pid: stat.pid, name: stat.name, startTicks: stat.startTicks, threads: stat.threads, refused: false };
}

/** A pause in which the processes of the hold get the processor; nothing else is to be done meanwhile. */
export function rest(ms: number): void {
  Atomics.wait(pause, 0, 0, ms);
}
const pause = new Int32Array(new SharedArrayBuffer(4));

export function signalAll(hold: LinuxHold, all: ReadonlyMap<number, Found>, signal: number): void {
  for (const one of all.values()) {
    const sent = signalExactly(hold.libc, one.pid, signal, (stat) => stat.startTicks === one.startTicks);
    if (sent === 'refused') one.refused = true;
  }
}

export function thaw(hold: LinuxHold, all: ReadonlyMap<number, Found>): void {
  hold.cgroup?.work.freeze(false);
  signalAll(hold, all, constants.signals.SIGCONT);
}
