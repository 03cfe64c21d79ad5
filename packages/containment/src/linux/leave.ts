import type { Ending } from '../control/messages.ts';
import { ignoreEnded, walk } from './freeze.ts';
import { isKept, type LinuxHold } from './hold.ts';
import { keptList } from './keep.ts';
import { emptyLedger, ending } from './ledger.ts';
import { commandOf, uidOf } from './proc.ts';
import { isEmpty } from './stop.ts';

/** Lets what the command left go on without a holder: it is listed, taken out of the cgroup, and forgotten. */
export function leave(hold: LinuxHold): Ending {
  const end = ending(hold, emptyLedger(), { left: [], proved: true, freezeMs: 0 });
  if (isEmpty(hold)) return end;
  const left = new Map<number, Ending['left'][number]>();
  // Once more when nothing was seen although somebody is there: it was just being handed over.
  for (let round = 0; round < 50 && left.size === 0 && !isEmpty(hold); round++) {
    walk(
      hold.eyes,
      new Map(),
      (stat) => isKept(hold, stat),
      ignoreEnded,
      (stat) => {
        const command = commandOf(stat.pid, stat.name);
        left.set(stat.pid, { pid: stat.pid, uid: uidOf(stat.pid), command, why: 'asked-to-leave' });
      },
    );
  }
  const gone = left.size === 0 && isEmpty(hold);
  const { cgroup } = hold;
  for (let round = 0; cgroup && round < 5 && cgroup.work.isPopulated(); round++) {
    for (const pid of cgroup.work.pids()) cgroup.origin.join(pid);
  }
  return {
    ...end,
    gone,
    proof: gone ? end.proof : 'none',
    left: [...left.values()],
    kept: keptList(hold),
  };
}
