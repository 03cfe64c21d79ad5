import { constants } from 'node:os';
import type { Ending } from '../control/messages.ts';
import type { Found } from './freeze.ts';
import { freeze, rest, signalAll, thaw } from './halt.ts';
import { type LinuxHold, nextChange, reap } from './hold.ts';
import { emptyLedger, ending, note, settle } from './ledger.ts';
import { childrenOf, readStat } from './proc.ts';
import { isOver } from './stat.ts';

const killBoundMs = 3000;

/** Ends all work but the agent, which stands still meanwhile and then goes on. */
export async function killWork(hold: LinuxHold): Promise<Ending> {
  const { agent } = hold;
  return endPart(hold, () => (one) => one.pid !== agent?.pid || one.startTicks !== agent.startTicks);
}

/** Ends one process and what descends from it; the rest stands still only while those are picked out. */
export async function stopOne(hold: LinuxHold, pid: number): Promise<Ending> {
  const together = hold.kept.has(pid) ? releaseKept(hold, pid) : new Set<number>();
  return endPart(hold, () => {
    const family = familyOf(pid);
    return (one) => family.has(one.pid) || together.has(one.pid);
  });
}

/** Ends all kept work. */
export async function stopKept(hold: LinuxHold): Promise<Ending> {
  const all = new Set([...hold.kept.keys()].flatMap((pid) => [...releaseKept(hold, pid)]));
  return endPart(hold, () => (one) => all.has(one.pid));
}

/** What was kept together with a process is ended together with it. */
function releaseKept(hold: LinuxHold, pid: number): Set<number> {
  const family = familyOf(pid);
  const folder = hold.cgroup?.keeps.find((one) => one.pids().includes(pid));
  for (const one of folder?.pids() ?? []) family.add(one);
  for (const one of family) {
    hold.kept.delete(one);
    hold.cgroup?.work.join(one);
  }
  return family;
}

function familyOf(root: number): Set<number> {
  const all = new Set([root]);
  for (const pid of all) for (const child of childrenOf(pid)) all.add(child);
  return all;
}

/** `choose` is called when everything stands still. */
async function endPart(hold: LinuxHold, choose: () => (one: Found) => boolean): Promise<Ending> {
  const began = performance.now();
  reap(hold);
  const frozen = freeze(hold, true);
  const freezeMs = performance.now() - began;
  const chosen = choose();
  const targets = new Map([...frozen].filter(([, one]) => chosen(one)));
  const ledger = emptyLedger();
  note(ledger, targets);
  signalAll(hold, targets, constants.signals.SIGKILL);
  const until = performance.now() + killBoundMs;
  let left = [...targets.values()].filter(lives);
  // A killed process ends although the rest of the hold stands still.
  for (let round = 0; left.length > 0 && performance.now() < until; round++) {
    if (left.every((one) => one.refused)) break;
    reap(hold);
    if (round < 40) rest(0.5);
    else await nextChange(hold, 10);
    left = left.filter(lives);
  }
  thaw(hold, new Map([...frozen].filter(([pid]) => !targets.has(pid))));
  settle(ledger, new Map(left.map((one) => [one.pid, one])), 'KILL');
  return ending(hold, ledger, { left, proved: left.length === 0, freezeMs, part: true });
}

function lives(one: Found): boolean {
  const stat = readStat(one.pid);
  return stat !== null && stat.startTicks === one.startTicks && !isOver(stat);
}
