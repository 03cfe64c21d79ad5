import { constants } from 'node:os';
import type { Ending, FirstSignal } from '../control/messages.ts';
import { type Found, ignoreEnded, walk } from './freeze.ts';
import { found, freeze, signalAll, thaw } from './halt.ts';
import { isKept, type LinuxHold, nextChange, reap } from './hold.ts';
import { refreshKept } from './keep.ts';
import { emptyLedger, ending, type Ledger, ledgerHas, note, settle } from './ledger.ts';
import { signalExactly } from './signal.ts';
import { isOver } from './stat.ts';

/** How long killed processes may take without any of them ending. */
const killBoundMs = 3000;
/** How long to look at processes of another user before they are reported as left. */
const refusedBoundMs = 150;

export interface StopOrder {
  readonly graceMs: number;
  readonly first: FirstSignal | null;
  /** Becomes true at a second stop: no more politeness. */
  readonly hurry: { now: boolean };
}

/** Ends everything in the hold but what is kept, and proves it. */
export async function stopAll(hold: LinuxHold, order: StopOrder): Promise<Ending> {
  const began = performance.now();
  const ledger = emptyLedger();
  const polite = order.graceMs > 0 || order.first !== null;
  reap(hold);
  let frozen = freeze(hold, polite);
  const freezeMs = performance.now() - began;
  note(ledger, frozen);
  if (polite) {
    const asks: { signal: number; ms: number }[] = [];
    if (order.first) asks.push({ signal: constants.signals[order.first.signal], ms: order.first.delayMs });
    if (order.graceMs > 0) asks.push({ signal: constants.signals.SIGTERM, ms: order.graceMs });
    for (const ask of asks) {
      if (order.hurry.now || frozen.size === 0) break;
      signalAll(hold, frozen, ask.signal);
      thaw(hold, frozen);
      await emptiedWithin(hold, ask.ms, order.hurry);
      frozen = freeze(hold, true);
      settle(ledger, frozen, 'TERM');
      note(ledger, frozen);
    }
  }
  const left = await killUntilGone(hold, frozen, ledger);
  settle(ledger, new Map(left.map((found) => [found.pid, found])), 'KILL');
  return ending(hold, ledger, left, freezeMs);
}

/** Waits until nothing but kept work is left, the time is over, or somebody is in a hurry. */
async function emptiedWithin(hold: LinuxHold, ms: number, hurry: { now: boolean }): Promise<void> {
  const until = performance.now() + ms;
  while (!hurry.now && performance.now() < until && !isEmpty(hold)) {
    await nextChange(hold, Math.min(20, Math.max(1, until - performance.now())));
  }
}

/**
 * The proof itself: an unpopulated cgroup, and no child at all. With kept work, no child that isn't kept, not even
 * an ended one: whoever lives below this process has an ancestor among its children, and a parent hands its own
 * over before it can be collected. A walk down the tree would prove nothing, for it can miss what is just handed over.
 */
export function isEmpty(hold: LinuxHold): boolean {
  if (hold.cgroup?.work.isPopulated()) return false;
  if (reap(hold)) return true;
  if (hold.kept.size === 0) return false;
  refreshKept(hold);
  return hold.eyes.children(hold.eyes.self).every((pid) => {
    const stat = hold.eyes.stat(pid);
    return stat !== null && !isOver(stat) && isKept(hold, stat);
  });
}

/** Kills what is frozen and whatever comes to light behind it, until there is nothing, or nothing more to be done. */
async function killUntilGone(hold: LinuxHold, frozen: Map<number, Found>, ledger: Ledger): Promise<Found[]> {
  const { SIGKILL } = constants.signals;
  const work = hold.cgroup?.work;
  const byCgroup = work?.kill() ?? false;
  const inside = byCgroup ? new Set(work?.pids()) : new Set<number>();
  for (const one of frozen.values()) if (!inside.has(one.pid)) kill(hold, one);
  // A killed process in a frozen cgroup ends; thawing lets a later start in it run.
  let progress = performance.now();
  let before = -1;
  for (;;) {
    if (isEmpty(hold)) {
      work?.freeze(false);
      return [];
    }
    const strays = new Map<number, Found>();
    walk(
      hold.eyes,
      strays,
      (stat) => isKept(hold, stat),
      ignoreEnded,
      (stat) => {
        const one = found(stat);
        strays.set(stat.pid, one);
        if (!(ledgerHas(ledger, one) || inside.has(stat.pid))) note(ledger, new Map([[one.pid, one]]));
        const sent = signalExactly(hold.libc, one.pid, SIGKILL, (now) => now.startTicks === one.startTicks);
        one.refused = sent === 'refused';
      },
    );
    if (work?.isPopulated()) work.kill();
    const rest = strays.size;
    if (rest !== before) {
      progress = performance.now();
      before = rest;
    }
    const bound = rest > 0 && [...strays.values()].every((one) => one.refused) ? refusedBoundMs : killBoundMs;
    if (performance.now() - progress > bound) {
      work?.freeze(false);
      return [...strays.values()];
    }
    await nextChange(hold, 2);
  }
}

function kill(hold: LinuxHold, one: Found): void {
  const sent = signalExactly(
    hold.libc,
    one.pid,
    constants.signals.SIGKILL,
    (stat) => stat.startTicks === one.startTicks,
  );
  if (sent === 'refused') one.refused = true;
}
