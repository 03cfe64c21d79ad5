import type { Signalled } from './signal.ts';
import { isOver, type Stat, standsStill } from './stat.ts';

/** What freezing sees of the system and does to it; simulated in tests. */
export interface Eyes {
  /** The supervisor: every orphan comes to it. */
  readonly self: number;
  children(pid: number, threads?: number): number[];
  stat(pid: number): Stat | null;
  threadStates(pid: number): string[];
  /** SIGSTOP to the process that `isIt` recognises. */
  halt(pid: number, isIt: (stat: Stat) => boolean): Signalled;
}

/** A descendant that was found, whatever its state. */
export interface Found {
  readonly pid: number;
  readonly name: string;
  readonly startTicks: string;
  readonly threads: number;
  /** It runs as another user, so this one may not stop it. */
  refused: boolean;
}

/** What a look leaves out: kept work, and what a frozen cgroup holds already. */
export type LeaveOut = (stat: Stat) => boolean;

/**
 * One walk down from the supervisor: what isn't known yet is halted, what is known is looked at again.
 * Returns how many were new and how many have not come to rest; both 0 means that nothing moves. `ended` collects
 * who was seen to have ended: its children came to the supervisor, perhaps after that one's list was read, so it
 * takes another walk.
 */
export function freezePass(
  eyes: Eyes,
  known: Map<number, Found>,
  ended: Set<string>,
  leaveOut: LeaveOut,
): { fresh: number; moving: number } {
  let fresh = 0;
  let moving = 0;
  const onEnded = (zombie: Stat | null): void => {
    const key = zombie === null ? '' : `${zombie.pid}:${zombie.startTicks}`;
    // A zombie may stay for long and counts once; whoever vanished between two looks isn't listed again.
    if (zombie !== null && ended.has(key)) return;
    ended.add(key);
    moving++;
  };
  walk(eyes, known, leaveOut, onEnded, (stat) => {
    const before = known.get(stat.pid);
    if (before?.startTicks === stat.startTicks) {
      if (!before.refused && !allStandStill(eyes, stat)) moving++;
      return;
    }
    const halted = eyes.halt(stat.pid, (now) => now.startTicks === stat.startTicks);
    if (halted === 'gone' || halted === 'other') return onEnded(null);
    known.set(stat.pid, {
      pid: stat.pid,
      name: stat.name,
      startTicks: stat.startTicks,
      threads: stat.threads,
      refused: halted === 'refused',
    });
    fresh++;
  });
  return { fresh, moving };
}

/** Visits every living descendant once, parents first. Ancestry is read again from the child itself. */
export function walk(
  eyes: Pick<Eyes, 'self' | 'children' | 'stat'>,
  known: ReadonlyMap<number, unknown>,
  leaveOut: LeaveOut,
  onEnded: (zombie: Stat | null) => void,
  visit: (stat: Stat) => void,
): void {
  const queue: { pid: number; threads: number | undefined }[] = [{ pid: eyes.self, threads: undefined }];
  const seen = new Set<number>([eyes.self]);
  for (let parent = queue.shift(); parent; parent = queue.shift()) {
    for (const pid of eyes.children(parent.pid, parent.threads)) {
      if (seen.has(pid)) continue;
      const stat = eyes.stat(pid);
      if (stat === null) {
        onEnded(null);
        continue;
      }
      // The number may have gone to a stranger since the list was read: then its parent is none of ours.
      if (stat.parent !== parent.pid && !seen.has(stat.parent) && !known.has(stat.parent)) {
        onEnded(null);
        continue;
      }
      seen.add(pid);
      if (isOver(stat)) onEnded(stat);
      if (isOver(stat) || leaveOut(stat)) continue;
      visit(stat);
      queue.push({ pid, threads: stat.threads });
    }
  }
}

function allStandStill(eyes: Eyes, stat: Stat): boolean {
  if (stat.threads <= 1) return standsStill(stat);
  return eyes.threadStates(stat.pid).every((state) => 'TtDXZ'.includes(state));
}

export function ignoreEnded(): void {}
