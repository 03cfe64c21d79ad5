import type { Ending, EndingProcess, LeftOver } from '../control/messages.ts';
import type { Found } from './freeze.ts';
import type { LinuxHold } from './hold.ts';
import { keptList } from './keep.ts';
import { commandOf, startedAt, uidOf } from './proc.ts';

/** More than this many ended processes are only counted. */
const namedAtMost = 200;

/** The processes that an ending met. */
export interface Ledger {
  readonly entries: Map<string, { found: Found; startedAt: string; command: string; how: EndingProcess['how'] | null }>;
  count: number;
}

export function emptyLedger(): Ledger {
  return { entries: new Map(), count: 0 };
}

const key = (one: Found): string => `${one.pid}:${one.startTicks}`;
export const ledgerHas = (ledger: Ledger, one: Found): boolean => ledger.entries.has(key(one));

/** Writes down what was found, while its command can still be read. */
export function note(ledger: Ledger, all: ReadonlyMap<number, Found>): void {
  for (const one of all.values()) {
    if (ledgerHas(ledger, one)) continue;
    const named = ledger.count < namedAtMost;
    ledger.count++;
    ledger.entries.set(key(one), {
      found: one,
      startedAt: named ? startedAt(one.startTicks) : '',
      command: named ? commandOf(one.pid, one.name) : '',
      how: null,
    });
  }
}

/** Everything in the ledger that isn't among those still there has ended by `how`. */
export function settle(ledger: Ledger, still: ReadonlyMap<number, Found>, how: 'TERM' | 'KILL'): void {
  for (const entry of ledger.entries.values()) {
    if (entry.how !== null) continue;
    if (still.get(entry.found.pid)?.startTicks !== entry.found.startTicks) entry.how = how;
  }
}

/** What it all came to. */
export function ending(
  hold: LinuxHold,
  ledger: Ledger,
  end: {
    readonly left: readonly Found[];
    readonly proved: boolean;
    readonly freezeMs: number;
    readonly part?: boolean;
  },
): Ending {
  const ended: EndingProcess[] = [];
  let endedCount = 0;
  for (const entry of ledger.entries.values()) {
    if (entry.how === null) continue;
    endedCount++;
    if (ended.length < namedAtMost && entry.startedAt !== '')
      ended.push({ pid: entry.found.pid, startedAt: entry.startedAt, command: entry.command, how: entry.how });
  }
  const { agent } = hold;
  if (!end.part && agent && hold.agentEnd && !ledger.entries.has(`${agent.pid}:${agent.startTicks}`)) {
    endedCount++;
    ended.unshift({ pid: agent.pid, startedAt: agent.startedAt, command: agent.command, how: 'exited' });
    ended.length = Math.min(ended.length, namedAtMost);
  }
  return {
    gone: end.proved,
    proof: !end.proved ? 'none' : hold.cgroup ? 'cgroup' : 'subreaper',
    mechanisms: hold.mechanisms,
    ended,
    endedCount,
    left: end.left.map(leftOver),
    kept: keptList(hold),
    freezeMs: end.freezeMs,
  };
}

function leftOver(one: Found): LeftOver {
  return {
    pid: one.pid,
    uid: uidOf(one.pid),
    command: commandOf(one.pid, one.name),
    why: one.refused ? 'other-user' : 'will-not-end',
  };
}
