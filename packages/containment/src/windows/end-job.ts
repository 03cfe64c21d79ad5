import type { Ending, EndingProcess, LeftOver } from '../control/messages.ts';
import type { Job, Kernel32 } from './kernel32.ts';

const namedAtMost = 200;
const boundMs = 4000;

/**
 * Ends every process of the job but those spared, until none is listed twice running: whoever was born during one
 * round is in the job too, and meets the next.
 */
export async function endJob(
  system: Pick<Kernel32, 'terminate' | 'describe'>,
  job: Job,
  spared: ReadonlySet<number>,
  rest: () => Promise<void>,
  now: () => number,
): Promise<Pick<Ending, 'gone' | 'proof' | 'ended' | 'endedCount' | 'left'>> {
  const met = new Map<number, EndingProcess>();
  const others = (): number[] => job.pids().filter((pid) => !spared.has(pid));
  const until = now() + boundMs;
  let alive = others();
  while (alive.length > 0 && now() < until) {
    for (const pid of alive) {
      const seen = system.describe(pid);
      if (seen && !met.has(pid)) {
        met.set(pid, { pid, startedAt: seen.startedAt, command: seen.program, how: 'KILL' });
      }
      system.terminate(pid);
    }
    await rest();
    alive = others();
  }
  // The job's own count says it: nobody in it but those who are spared.
  const gone = alive.length === 0 && job.activeProcesses() <= spared.size;
  const left = alive.map(
    (pid): LeftOver => ({ pid, uid: null, command: met.get(pid)?.command ?? 'unknown', why: 'will-not-end' }),
  );
  const ended = [...met.values()].filter((one) => !alive.includes(one.pid));
  return {
    gone,
    proof: gone ? 'job-object' : 'none',
    ended: ended.slice(0, namedAtMost),
    endedCount: ended.length,
    left,
  };
}
