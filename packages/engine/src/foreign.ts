import type { TaskCommand, TaskEvent, TaskSummary } from '@bureau/contracts';
import type { Deps } from './live/live.ts';
import { ownerLives } from './recover.ts';
import type { Result } from './types.ts';

/** Tasks in this journal that other processes own: `bureau run` in a terminal, or a host beside it. */
export interface Foreign {
  /** Begins to look for what the others write. */
  watch(): void;
  command(task: string, command: TaskCommand): Promise<Result<object>>;
  close(): void;
}

/** Asking whether another process has written costs microseconds. */
const lookMs = 1_000;
const stopMs = 15_000;

export function watchForeign(options: {
  readonly deps: Deps;
  readonly owns: (task: string) => boolean;
  readonly known: (task: string) => TaskSummary | undefined;
  readonly all: () => ReadonlyMap<string, TaskSummary>;
  readonly tell: (task: string, events: readonly TaskEvent[], summary: TaskSummary) => void;
  readonly removed: (tasks: readonly string[]) => void;
}): Foreign {
  const { deps } = options;
  let version = deps.journal.dataVersion();
  let take: (() => void) | null = null;
  let closed = false;

  const look = (): void => {
    const now = deps.journal.dataVersion();
    if (now === version) return;
    version = now;
    const tasks = deps.journal.tasks();
    for (const { summary } of tasks) {
      if (options.owns(summary.task)) continue;
      const known = options.known(summary.task);
      if (known?.seq === summary.seq) continue;
      options.tell(summary.task, deps.journal.events(summary.task, (known?.seq ?? 0) + 1, summary.seq), summary);
    }
    const here = new Set(tasks.map(({ summary }) => summary.task));
    const removed = [...options.all().keys()].filter((task) => !here.has(task) && !options.owns(task));
    if (removed.length) options.removed(removed);
  };
  const again = (): void => {
    take = null;
    if (closed) return;
    try {
      look();
    } catch (error) {
      deps.options.log?.('warning', 'The journal could not be read.', { error: String(error) });
    }
    take = deps.clock.after(lookMs, again);
  };
  const ended = async (task: string): Promise<boolean> => {
    const limit = deps.clock.steady() + stopMs;
    while (deps.clock.steady() < limit) {
      if (deps.journal.task(task)?.summary.state === 'ended') return true;
      await new Promise<void>((resolve) => {
        deps.clock.after(50, resolve);
      });
    }
    return false;
  };
  return {
    watch() {
      if (!take && !closed) take = deps.clock.after(lookMs, again);
    },
    async command(task, command) {
      const kept = deps.journal.task(task);
      if (!kept || kept.summary.state === 'ended') {
        return refused('task-ended', 'This task has ended. Continue it, or start a new one.');
      }
      if (!ownerLives(deps, kept.owner) || !kept.owner)
        return refused(
          'not-here',
          'The process that ran this task is gone. Start Bureau again: it tidies up after it.',
        );
      if (command.type !== 'stop')
        return refused('not-here', `This task runs in a terminal (process ${kept.owner.pid}): answer it there.`);
      // A `run` stops its task at SIGTERM.
      process.kill(kept.owner.pid, 'SIGTERM');
      if (!(await ended(task)))
        return refused('not-here', `The terminal of this task (process ${kept.owner.pid}) did not stop it.`);
      look();
      const last = deps.journal.events(task, 1, Number.MAX_SAFE_INTEGER).findLast(({ type }) => type === 'stopped');
      return { ok: true, receipt: last?.type === 'stopped' ? last.receipt : null };
    },
    close() {
      closed = true;
      take?.();
    },
  };
}

const refused = (code: string, message: string): { ok: false; error: { code: string; message: string } } => ({
  ok: false,
  error: { code, message },
});
