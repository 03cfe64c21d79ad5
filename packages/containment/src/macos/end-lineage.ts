import type { Ending, EndingProcess, LeftOver } from '../control/messages.ts';
import { grow, type Lineage, living, type Scanned } from './lineage.ts';

const boundMs = 4000;
/** So many scans must find nothing before the search ends. It proves nothing still. */
const quietScans = 3;
const namedAtMost = 200;

/** What ending needs of the system; simulated in tests. */
export interface Eyes {
  scan(): readonly Scanned[];
  /** Signals the pid only when its unique id is this one at that moment. */
  signal(one: Scanned, signal: 'SIGSTOP' | 'SIGKILL' | 'SIGTERM' | 'SIGCONT'): 'sent' | 'gone' | 'refused';
  rest(ms: number): Promise<void>;
  now(): number;
}

/** Halts the lineage until scans find nothing new, kills what stands still, and looks again. */
export async function endLineage(
  eyes: Eyes,
  lineage: Lineage,
  hold: string,
  spared: ReadonlySet<bigint>,
): Promise<Pick<Ending, 'gone' | 'proof' | 'ended' | 'endedCount' | 'left' | 'freezeMs'>> {
  const began = eyes.now();
  const until = began + boundMs;
  const met = new Map<bigint, Scanned>();
  const refused = new Set<bigint>();
  const halted = new Set<bigint>();
  const look = (): Scanned[] => {
    const scan = eyes.scan();
    grow(lineage, scan, hold);
    return living(lineage, scan, spared);
  };
  let alive = look();
  for (let moving = true; moving && eyes.now() < until; ) {
    moving = false;
    for (const one of alive) {
      met.set(one.unique, one);
      if (halted.has(one.unique)) {
        if (!one.stopped && !refused.has(one.unique)) moving = true;
        continue;
      }
      if (eyes.signal(one, 'SIGSTOP') === 'refused') refused.add(one.unique);
      halted.add(one.unique);
      moving = true;
    }
    if (moving) alive = look();
  }
  const freezeMs = eyes.now() - began;
  for (let quiet = 0; quiet < quietScans && eyes.now() < until; ) {
    for (const one of alive) {
      met.set(one.unique, one);
      if (eyes.signal(one, 'SIGKILL') === 'refused') refused.add(one.unique);
    }
    if (alive.length > 0 && alive.every((one) => refused.has(one.unique))) break;
    await eyes.rest(2);
    alive = look();
    quiet = alive.length === 0 ? quiet + 1 : 0;
  }
  const left = new Set(alive.map((one) => one.unique));
  const ended = [...met.values()].filter((one) => !left.has(one.unique));
  return {
    // A process that forked and ended between two scans takes the thread away: nothing here is ever proved.
    gone: false,
    proof: 'scan',
    ended: ended.slice(0, namedAtMost).map(endedProcess),
    endedCount: ended.length,
    left: alive.map((one) => leftOver(one, refused.has(one.unique))),
    freezeMs,
  };
}

function endedProcess(one: Scanned): EndingProcess {
  return { pid: one.pid, startedAt: one.startedAt, command: one.name, how: 'KILL' };
}

function leftOver(one: Scanned, isRefused: boolean): LeftOver {
  return { pid: one.pid, uid: one.uid, command: one.name, why: isRefused ? 'other-user' : 'will-not-end' };
}
