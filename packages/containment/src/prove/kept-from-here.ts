import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '@bureau/contracts';
import type { Ending, EndingProcess, LeftOver } from '../control/messages.ts';
import { type Cgroup, cgroupAt } from '../linux/cgroup.ts';
import { loadLibc } from '../linux/libc.ts';
import { childrenOf, commandOf, readStat, startedAt, uidOf } from '../linux/proc.ts';
import { signalExactly } from '../linux/signal.ts';
import { isOver, type Stat } from '../linux/stat.ts';
import { describeAll } from '../list/describe.ts';
import type { HoldRecord, KeptWork } from '../types.ts';
import { makeReceipt } from './make-receipt.ts';

const boundMs = 3000;
const freezeBoundMs = 400;
const lookMs = 1000;

/** The folders in which a hold keeps work; they outlive a supervisor that was killed. */
export function keptFolders(cgroup: string | null): Cgroup[] {
  if (cgroup === null) return [];
  try {
    return readdirSync(cgroup)
      .filter((name) => name.startsWith('keep-'))
      .map((name) => cgroupAt(join(cgroup, name)));
  } catch {
    return [];
  }
}

/** Holds kept work from this process by its cgroup, because the supervisor that held it was killed. */
export function keptFromHere(record: HoldRecord): KeptWork {
  const folders = keptFolders(record.cgroup);
  const closed = Promise.withResolvers<void>();
  const timer = setInterval(look, lookMs);
  timer.unref();

  function look(): void {
    if (folders.some((folder) => folder.isPopulated())) return;
    clearInterval(timer);
    if (record.cgroup !== null) cgroupAt(record.cgroup).remove();
    closed.resolve();
  }
  const alive = (): Stat[] =>
    folders
      .flatMap((folder) => folder.pids())
      .map(readStat)
      .filter((stat) => stat !== null && !isOver(stat)) as Stat[];

  /** Ends those chosen while all of it stands still. */
  async function end(choose: ((all: readonly Stat[]) => readonly Stat[]) | 'all'): Promise<Receipt> {
    const began = performance.now();
    const libc = await loadLibc();
    for (const folder of folders) folder.freeze(true);
    while (
      !folders.every((folder) => folder.isFrozen() || !folder.isPopulated()) &&
      performance.now() - began < freezeBoundMs
    )
      await new Promise((resolve) => setTimeout(resolve, 1));
    const chosen = choose === 'all' ? alive() : choose(alive());
    const ended = chosen.map(
      (one): EndingProcess => ({
        pid: one.pid,
        startedAt: startedAt(one.startTicks),
        command: commandOf(one.pid, one.name),
        how: 'KILL',
      }),
    );
    for (const one of chosen) {
      signalExactly(libc, one.pid, constants.signals.SIGKILL, (now) => now.startTicks === one.startTicks);
    }
    if (choose === 'all') for (const folder of folders) folder.kill();
    const freezeMs = performance.now() - began;
    const still = (): Stat[] =>
      chosen.filter((one) => {
        const now = readStat(one.pid);
        return now !== null && now.startTicks === one.startTicks && !isOver(now);
      });
    const isDone = (): boolean =>
      choose === 'all' ? !folders.some((folder) => folder.isPopulated()) : still().length === 0;
    while (!isDone() && performance.now() - began < boundMs) {
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    for (const folder of folders) folder.freeze(false);
    const left = still();
    const gone = isDone();
    look();
    const ending: Ending = {
      gone,
      proof: gone ? 'cgroup' : 'none',
      mechanisms: ['cgroup'],
      ended: ended.filter((one) => !left.some(({ pid }) => pid === one.pid)),
      endedCount: ended.length - left.length,
      left: left.map(leftOver),
      kept: alive().map((one) => ({ pid: one.pid, command: commandOf(one.pid, one.name) })),
      freezeMs,
    };
    return makeReceipt({
      spec: { command: '', args: [] },
      ending,
      exit: { code: null, signal: null },
      reason: 'stop',
      totalMs: performance.now() - began,
    });
  }
  return {
    list: async () =>
      describeAll(
        alive().map(({ pid }) => ({ pid, kept: true })),
        null,
      ),
    stopOne: (pid) =>
      end((all) => {
        const family = new Set(all.some((one) => one.pid === pid) ? [pid] : []);
        for (const one of family) for (const child of childrenOf(one)) family.add(child);
        return all.filter((one) => family.has(one.pid));
      }),
    stop: () => end('all'),
    closed: closed.promise,
    release: () => clearInterval(timer),
  };
}

function leftOver(stat: Stat): LeftOver {
  return { pid: stat.pid, uid: uidOf(stat.pid), command: commandOf(stat.pid, stat.name), why: 'will-not-end' };
}
