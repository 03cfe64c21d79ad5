import type { Ending, Listed, StartOrder, Word } from '../control/messages.ts';
import type { Supervised } from '../supervisor/supervised.ts';
import { openCgroup, openHold, reap } from './hold.ts';
import { keep, listAll, refreshKept } from './keep.ts';
import { leave } from './leave.ts';
import { emptyLedger, ending } from './ledger.ts';
import { loadLibc } from './libc.ts';
import { startAgent } from './start-agent.ts';
import { isEmpty, stopAll } from './stop.ts';
import { killWork, stopKept, stopOne } from './stop-part.ts';

/** The hold of Linux: a sub-reaper and, where one can be had, a cgroup. */
export async function superviseLinux(withCgroup: boolean): Promise<Supervised> {
  const opening = withCgroup ? openCgroup() : null;
  const libc = await loadLibc();
  libc.setName('bureau-hold');
  libc.closeOnExec(3);
  const hold = openHold(libc, await opening);
  const hurry = { now: false };
  let watching: ReturnType<typeof setInterval> | null = null;
  return {
    mechanisms: hold.mechanisms,
    detail: hold.cgroup ? `sub-reaper and cgroup ${hold.cgroup.base.path}` : 'sub-reaper; no cgroup may be made here',
    async start(order: StartOrder): Promise<Word> {
      const started = await startAgent(hold, order);
      if (!started.ok) return { t: 'failed', code: 'other', detail: started.errno };
      // The agent has these streams now; copies here would hide that it closed its own.
      for (const fd of [0, 1, 2]) libc.emptyOut(fd);
      return {
        t: 'started',
        pid: started.pid,
        startTicks: started.startTicks,
        startedAt: started.startedAt,
        cgroup: hold.cgroup?.base.path ?? null,
        mechanisms: hold.mechanisms,
      };
    },
    onAgentEnd(listener) {
      hold.onAgentEnd = listener;
    },
    onChange(listener) {
      hold.waiting.add(listener);
      // A cgroup that holds a stranger's child tells nothing when it empties, so it is looked at now and then.
      watching ??= setInterval(() => {
        if (hold.agentEnd && hold.cgroup?.work.isPopulated() && reap(hold)) listener();
      }, 5000);
      watching.unref();
    },
    isEmpty: () => isEmpty(hold),
    hasKept() {
      refreshKept(hold);
      return hold.kept.size > 0;
    },
    endingNow: (): Ending => ending(hold, emptyLedger(), { left: [], proved: true, freezeMs: 0 }),
    list: (): Listed[] => listAll(hold),
    keep: (pid) => keep(hold, pid),
    killWork: () => killWork(hold),
    stopOne: (pid) => stopOne(hold, pid),
    stopKept: () => stopKept(hold),
    stop: (graceMs, first) => stopAll(hold, { graceMs, first, hurry }),
    hurry() {
      hurry.now = true;
    },
    leave: () => leave(hold),
    close: () => void hold.cgroup?.base.remove(),
  };
}
