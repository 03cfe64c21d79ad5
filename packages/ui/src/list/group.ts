import type { TaskSummary } from '@bureau/contracts';

export interface TaskGroup {
  readonly key: string;
  /** The folder; null for what waits, whatever its folder. */
  readonly folder: string | null;
  readonly tasks: readonly TaskSummary[];
}

/** What waits for the person on top, then a group a folder, the one changed last first. */
export function groupTasks(tasks: readonly TaskSummary[]): readonly TaskGroup[] {
  const sorted = [...tasks].sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
  const waiting = sorted.filter((task) => task.waiting > 0);
  const groups = new Map<string, TaskSummary[]>();
  for (const task of sorted) {
    if (task.waiting > 0) continue;
    const group = groups.get(task.folder);
    if (group) group.push(task);
    else groups.set(task.folder, [task]);
  }
  const folders = [...groups].map(([folder, tasks]) => ({ key: folder, folder, tasks: [...tasks].sort(running) }));
  return waiting.length ? [{ key: 'waiting', folder: null, tasks: waiting }, ...folders] : folders;
}

const active = (task: TaskSummary) => (task.state === 'ended' ? 1 : 0);
const running = (a: TaskSummary, b: TaskSummary) => active(a) - active(b);
