import { join } from 'node:path';
import type { KeptProcess } from '@bureau/contracts';
import { makeCgroup } from './cgroup.ts';
import { ignoreEnded, walk } from './freeze.ts';
import { isKept, type LinuxHold } from './hold.ts';
import { childrenOf, commandOf, readStat } from './proc.ts';
import { isOver, type Stat } from './stat.ts';

/** Takes a process and its descendants out of what Stop ends. False when it isn't in the hold, or is the agent. */
export function keep(hold: LinuxHold, pid: number): boolean {
  if (pid === hold.agent?.pid) return false;
  let target: Stat | null = null;
  walk(
    hold.eyes,
    new Map(),
    () => false,
    ignoreEnded,
    (stat) => {
      if (stat.pid === pid) target = stat;
    },
  );
  if (target === null) return false;
  hold.kept.set(pid, (target as Stat).startTicks);
  const folder = hold.cgroup && makeCgroup(join(hold.cgroup.base.path, `keep-${hold.cgroup.keeps.length + 1}`));
  if (folder) {
    hold.cgroup?.keeps.push(folder);
    // Twice: a child that was born between the look and the move is found by the second.
    for (let round = 0; round < 2; round++) for (const one of descendants(pid)) folder.join(one);
  }
  refreshKept(hold);
  return true;
}

/** Kept work grows by what it starts; what has ended is forgotten. */
export function refreshKept(hold: LinuxHold): void {
  if (hold.kept.size === 0) return;
  for (const folder of hold.cgroup?.keeps ?? []) for (const pid of folder.pids()) add(hold, pid);
  for (const [pid, startTicks] of [...hold.kept]) {
    const stat = readStat(pid);
    if (stat === null || stat.startTicks !== startTicks || isOver(stat)) hold.kept.delete(pid);
    else for (const child of descendants(pid)) add(hold, child);
  }
}

function add(hold: LinuxHold, pid: number): void {
  const stat = readStat(pid);
  if (stat && !isOver(stat)) hold.kept.set(pid, stat.startTicks);
}

function descendants(root: number): number[] {
  const all = [root];
  for (let i = 0; i < all.length; i++) {
    for (const child of childrenOf(all[i]!)) if (!all.includes(child)) all.push(child);
  }
  return all;
}

export function keptList(hold: LinuxHold): KeptProcess[] {
  refreshKept(hold);
  return [...hold.kept].flatMap(([pid, startTicks]) => {
    const stat = readStat(pid);
    return stat?.startTicks === startTicks ? [{ pid, command: commandOf(pid, stat.name) }] : [];
  });
}

/** Every living process of the hold. */
export function listAll(hold: LinuxHold): { pid: number; kept: boolean }[] {
  refreshKept(hold);
  const all = new Map<number, boolean>();
  walk(
    hold.eyes,
    new Map(),
    () => false,
    ignoreEnded,
    (stat) => all.set(stat.pid, isKept(hold, stat)),
  );
  for (const pid of hold.cgroup?.work.pids() ?? []) if (!all.has(pid)) all.set(pid, false);
  return [...all].map(([pid, kept]) => ({ pid, kept }));
}
