import type { TaskSummary } from '@bureau/contracts';

export interface Note {
  readonly task: string;
  readonly kind: 'waits' | 'done' | 'failed';
  readonly title: string;
}

/**
 * What is worth a notification between two lists: a task that began to wait, and one whose turn ended while it worked.
 * Nothing while the window has the focus: the person sees it.
 */
export function notes(before: readonly TaskSummary[], now: readonly TaskSummary[], focused: boolean): readonly Note[] {
  if (focused) return [];
  const known = new Map(before.map((task) => [task.task, task]));
  return now.flatMap((task): Note[] => {
    const old = known.get(task.task);
    if (!old) return [];
    if (task.waiting > old.waiting) return [{ task: task.task, kind: 'waits', title: task.title }];
    if (old.state === 'working' && (task.state === 'idle' || task.state === 'ended')) {
      return [{ task: task.task, kind: task.how === 'failed' ? 'failed' : 'done', title: task.title }];
    }
    return [];
  });
}

export const waitingCount = (tasks: readonly TaskSummary[]): number =>
  tasks.reduce((sum, task) => sum + (task.state === 'ended' ? 0 : task.waiting), 0);
