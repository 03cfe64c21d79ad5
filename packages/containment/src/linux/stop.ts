import { constants } from 'node:os';
import type { Ending, FirstSignal } from '../control/messages.ts';
import { type Found, ignoreEnded, walk } from './freeze.ts';
import { found, freeze, rest, signalAll, thaw } from './halt.ts';
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
  const { left, proved } = await killUntilGone(hold, frozen, ledger);
  settle(ledger, new Map(left.map((found) => [found.pid, found])), 'KILL');
  return ending(hold, ledger, { left, proved, freezeMs });
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

/**
 * Kills what is frozen and whatever comes to light behind it, until there is nothing, or nothing more to be done.
 * `proved` is the proof alone: an end that can't be proved may well have nobody left to name.
 */
async function killUntilGone(
  hold: LinuxHold,
  frozen: Map<number, Found>,
  ledger: Ledger,
): Promise<{ readonly left: readonly Found[]; readonly proved: boolean }> {
  const work = hold.cgroup?.work;
  let inside = new Set(work?.pids());
  if (!work?.kill()) inside = new Set();
  for (const one of frozen.values()) if (!inside.has(one.pid)) kill(hold, one);
  let proved = collectKilled(hold, frozen.size);
  let progress = performance.now();
  let before = -1;
  let left: Found[] = [];
  while (!proved) {
    const strays = new Map<number, Found>();
    walk(
      hold.eyes,
      strays,
      (stat) => isKept(hold, stat),
      ignoreEnded,
      (stat) => {
        const one = found(stat);
        strays.set(stat.pid, one);
        if (!ledgerHas(ledger, one)) note(ledger, new Map([[one.pid, one]]));
        kill(hold, one);
      },
    );
    if (work?.isPopulated()) {
      work.kill();
      for (const pid of work.pids()) {
        const stat = hold.eyes.stat(pid);
        if (stat && !isOver(stat) && !strays.has(pid)) strays.set(pid, found(stat));
      }
    }
    left = [...strays.values()];
    if (left.length !== before) progress = performance.now();
    before = left.length;
    const bound = left.length > 0 && left.every((one) => one.refused) ? refusedBoundMs : killBoundMs;
    if (performance.now() - progress > bound) break;
    await nextChange(hold, 2);
    proved = isEmpty(hold);
  }
  // A killed process in a frozen cgroup ends all the same; thawed, the folder serves a later start.
  work?.freeze(false);
  return { left: proved ? [] : left, proved };
}

/** Collects the killed as they end, without a look at anything else: looking would take the processor from them. */
function collectKilled(hold: LinuxHold, count: number): boolean {
  const until = performance.now() + 10 + count / 5;
  let quiet = 0;
  while (performance.now() < until && quiet < 12) {
    const before = hold.collected;
    if (isEmpty(hold)) return true;
    quiet = hold.collected === before ? quiet + 1 : 0;
    rest(0.25);
  }
  return isEmpty(hold);
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
