import { constants } from 'node:os';
import type { KeptProcess, Receipt } from '@bureau/contracts';
import type { Ending, EndingProcess, LeftOver } from '../control/messages.ts';
import { cgroupAt } from '../linux/cgroup.ts';
import { loadLibc } from '../linux/libc.ts';
import { allPids, commandOf, environmentOf, readStat, startedAt, uidOf } from '../linux/proc.ts';
import { signalExactly } from '../linux/signal.ts';
import { isOver, type Stat } from '../linux/stat.ts';
import { keptFolders } from '../prove/kept-from-here.ts';
import type { HoldRecord } from '../types.ts';

const boundMs = 3000;
const namedAtMost = 200;

/**
 * Ends a hold whose supervisor is gone: through its cgroup, and by the BUREAU_HOLD in the environments.
 * Only the cgroup proves anything; a process that cleared its environment isn't found by the second.
 */
export async function finishLost(
  record: HoldRecord,
  mechanisms: Receipt['mechanisms'],
  kept: ReadonlySet<number> = new Set(),
): Promise<Ending> {
  if (process.platform !== 'linux') return lostElsewhere(mechanisms);
  const began = performance.now();
  const met = new Map<string, { stat: Stat; end: EndingProcess }>();
  const work = record.cgroup === null ? null : cgroupAt(`${record.cgroup}/work`);
  const libc = await loadLibc();
  work?.freeze(true);
  const keeping = new Set([...kept, ...keptFolders(record.cgroup).flatMap((folder) => folder.pids())]);
  const look = (): Stat[] => {
    const pids = new Set([...(work?.pids() ?? []), ...tagged(record.hold)]);
    return [...pids].flatMap((pid) => {
      const stat = readStat(pid);
      return stat === null || isOver(stat) || keeping.has(pid) ? [] : [stat];
    });
  };
  let alive = look();
  const freezeMs = performance.now() - began;
  const until = began + boundMs;
  // One look more after the last one was found gone: a child may have been born between look and kill.
  for (let clean = 0; clean < 2 && performance.now() < until; ) {
    for (const stat of alive) {
      const key = `${stat.pid}:${stat.startTicks}`;
      if (!met.has(key)) {
        const command = met.size < namedAtMost ? commandOf(stat.pid, stat.name) : '';
        met.set(key, { stat, end: { pid: stat.pid, startedAt: startedAt(stat.startTicks), command, how: 'KILL' } });
      }
    }
    work?.kill();
    for (const stat of alive) {
      signalExactly(libc, stat.pid, constants.signals.SIGKILL, (now) => now.startTicks === stat.startTicks);
    }
    if (alive.length > 0) await new Promise((resolve) => setTimeout(resolve, 3));
    alive = look();
    clean = alive.length === 0 && !work?.isPopulated() ? clean + 1 : 0;
  }
  const leftKeys = new Set(alive.map((stat) => `${stat.pid}:${stat.startTicks}`));
  const emptied = work !== null && !work.isPopulated() && alive.length === 0;
  if (record.cgroup !== null) cgroupAt(record.cgroup).remove();
  const ended = [...met].filter(([key]) => !leftKeys.has(key)).map(([, one]) => one.end);
  return {
    gone: emptied,
    proof: emptied ? 'cgroup' : 'scan',
    mechanisms: emptied ? mechanisms : [...mechanisms, 'scan'],
    ended: ended.slice(0, namedAtMost),
    endedCount: ended.length,
    left: alive.map(leftOver),
    kept: [...keeping].flatMap(keptProcess),
    freezeMs,
  };
}

/** On Windows the system ends a job with its supervisor's only handle; on macOS nothing is known any more. */
function lostElsewhere(mechanisms: Receipt['mechanisms']): Ending {
  const closed = process.platform === 'win32';
  return {
    gone: closed,
    proof: closed ? 'job-object' : 'none',
    mechanisms: closed ? ['job-object'] : mechanisms,
    ended: [],
    endedCount: 0,
    left: [],
    kept: [],
    freezeMs: 0,
  };
}

/** Every process that carries the name of this hold in its environment. */
export function tagged(hold: string | undefined): number[] {
  if (hold === undefined) return [];
  return allPids().filter((pid) => pid !== process.pid && environmentOf(pid, 'BUREAU_HOLD') === hold);
}

function leftOver(stat: Stat): LeftOver {
  return { pid: stat.pid, uid: uidOf(stat.pid), command: commandOf(stat.pid, stat.name), why: 'not-proved' };
}

function keptProcess(pid: number): KeptProcess[] {
  const stat = readStat(pid);
  return stat === null || isOver(stat) ? [] : [{ pid, command: commandOf(pid, stat.name) }];
}
