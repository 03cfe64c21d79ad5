import type { Ending } from '../control/messages.ts';
import { walk } from './freeze.ts';
import { isKept, type LinuxHold, reap } from './hold.ts';
import { keptList } from './keep.ts';
import { emptyLedger, ending } from './ledger.ts';
import { commandOf, uidOf } from './proc.ts';

/** Lets what the command left go on without a holder: it is listed, taken out of the cgroup, and forgotten. */
export function leave(hold: LinuxHold): Ending {
  const empty = reap(hold) && !hold.cgroup?.work.isPopulated();
  const end = ending(hold, emptyLedger(), [], 0);
  if (empty) return end;
  const left: Ending['left'][number][] = [];
  walk(
    hold.eyes,
    new Map(),
    (stat) => isKept(hold, stat),
    (stat) => {
      left.push({
        pid: stat.pid,
        uid: uidOf(stat.pid),
        command: commandOf(stat.pid, stat.name),
        why: 'asked-to-leave',
      });
    },
  );
  const { cgroup } = hold;
  for (let round = 0; cgroup && round < 5 && cgroup.work.isPopulated(); round++) {
    for (const pid of cgroup.work.pids()) cgroup.origin.join(pid);
  }
  return { ...end, gone: left.length === 0, proof: left.length === 0 ? end.proof : 'none', left, kept: keptList(hold) };
}
