import type { TaskSummary } from '@bureau/contracts';

/** Milliseconds after which a change that nobody waits for is told. */
const laterMs = 500;

export interface ListChanges {
  add(changed: readonly TaskSummary[], removed: readonly string[]): void;
  /** What is to be told in this frame; null when nothing is. */
  take(): { readonly tasks: readonly TaskSummary[]; readonly removed: readonly string[] } | null;
  close(): void;
}

/**
 * Gathers changes of the list. What a person sees (a state, something that waits, a title) is told with the next
 * frame; what an agent does in passing (the step it is at, times, numbers) is told twice a second.
 */
export function gatherList(want: () => void): ListChanges {
  const told = new Map<string, string>();
  const waiting = new Map<string, TaskSummary>();
  const removed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let due = false;
  const seen = ({ state, how, waiting, title, archived, message }: TaskSummary): string =>
    JSON.stringify([state, how, waiting, title, archived, message]);
  return {
    add(changed, gone) {
      for (const summary of changed) {
        waiting.set(summary.task, summary);
        if (told.get(summary.task) !== seen(summary)) due = true;
      }
      for (const task of gone) {
        waiting.delete(task);
        told.delete(task);
        removed.add(task);
        due = true;
      }
      if (due) want();
      else
        timer ??= setTimeout(() => {
          timer = null;
          due = true;
          want();
        }, laterMs);
    },
    take() {
      if (!due) return null;
      due = false;
      const tasks = [...waiting.values()];
      for (const summary of tasks) told.set(summary.task, seen(summary));
      const gone = [...removed];
      waiting.clear();
      removed.clear();
      return tasks.length || gone.length ? { tasks, removed: gone } : null;
    },
    close() {
      if (timer) clearTimeout(timer);
    },
  };
}
