import type { Collector } from '@bureau/collector';
import type { Desk, DeskLine, StepKind, TaskEvent, TaskSummary } from '@bureau/contracts';
import type { Engine } from '@bureau/engine';
import type { OfficeSource } from '../types.ts';
import { deskIdOf, deskOfTask, hasTheWord, stateOf, type TaskDesk } from './of-task.ts';

/** Who went home longer ago than this is no longer in the office; the time line has them. */
const goneMs = 12 * 3600 * 1000;

type Logs = Pick<Collector, 'desks' | 'subscribe' | 'transcript' | 'transcriptBefore' | 'day' | 'find' | 'close'>;
type Tasks = Pick<Engine, 'tasks' | 'onTasks' | 'onEvents'>;

/** The office of this computer: Bureau's own tasks and every agent's session log, one desk for both where they are the same work. */
export function openOffice(logs: Logs, engine: Tasks, now: () => number = Date.now): OfficeSource {
  const ofLog = new Map<string, Desk>();
  const ofTask = new Map<string, TaskDesk>();
  /** Desk to the tasks that are its session, oldest first: a session can be gone on with in a new task. */
  const tasksAt = new Map<string, Set<string>>();
  const shown = new Map<string, Desk>();
  const listeners = new Set<(lines: readonly DeskLine[]) => void>();

  const taskAt = (id: string): TaskDesk | undefined => {
    const tasks = [...(tasksAt.get(id) ?? [])].flatMap((task) => ofTask.get(task) ?? []);
    return tasks.findLast(({ task }) => task.state !== 'ended') ?? tasks.at(-1);
  };
  const deskNow = (id: string): Desk | undefined => {
    const log = ofLog.get(id);
    const task = taskAt(id);
    const desk = task && hasTheWord(task, log) ? deskOfTask(task, log) : log;
    return desk && (desk.state !== 'ended' || now() - Date.parse(desk.since) < goneMs) ? desk : undefined;
  };
  const refresh = (ids: Iterable<string>): void => {
    const lines: DeskLine[] = [];
    for (const id of new Set(ids)) {
      const before = shown.get(id);
      const desk = deskNow(id);
      if (!desk) {
        if (before) lines.push({ desk: id, removed: true });
        shown.delete(id);
      } else if (JSON.stringify(before) !== JSON.stringify(desk)) {
        shown.set(id, desk);
        lines.push(desk);
      }
    }
    if (lines.length > 0) for (const listener of listeners) listener(lines);
  };

  const takeTask = (task: TaskSummary): string[] => {
    const before = ofTask.get(task.task);
    const id = deskIdOf(task);
    const touched = [id];
    if (before && deskIdOf(before.task) !== id) {
      tasksAt.get(deskIdOf(before.task))?.delete(task.task);
      touched.unshift(deskIdOf(before.task));
    }
    const same = before && stateOf(before.task) === stateOf(task);
    ofTask.set(task.task, {
      task,
      step: before?.step ?? null,
      since: same ? before.since : before ? new Date(now()).toISOString() : task.changedAt,
    });
    const at = tasksAt.get(id) ?? new Set();
    tasksAt.set(id, at.add(task.task));
    return touched;
  };
  const dropTask = (name: string): string[] => {
    const known = ofTask.get(name);
    if (!known) return [];
    ofTask.delete(name);
    const id = deskIdOf(known.task);
    tasksAt.get(id)?.delete(name);
    return [id];
  };
  const takeEvents = (name: string, events: readonly TaskEvent[]): void => {
    const known = ofTask.get(name);
    if (!known) return;
    const step = stepAfter(known.step, events);
    if (step === known.step) return;
    ofTask.set(name, { ...known, step });
    refresh([deskIdOf(known.task)]);
  };

  const byStart = (a: TaskSummary, b: TaskSummary) => (a.startedAt < b.startedAt ? -1 : 1);
  const stops = [
    engine.onTasks((changed, removed) =>
      refresh([...[...changed].sort(byStart).flatMap(takeTask), ...removed.flatMap(dropTask)]),
    ),
    engine.onEvents(takeEvents),
  ];
  refresh([...engine.tasks()].sort(byStart).flatMap(takeTask));
  stops.push(
    logs.subscribe((lines) => {
      for (const line of lines) {
        if ('removed' in line) ofLog.delete(line.desk);
        else ofLog.set(line.desk, line);
      }
      refresh(lines.map(({ desk }) => desk));
    }),
  );
  const withTask = <Span extends { readonly desk: string }>(spans: readonly Span[]) =>
    spans.map((span) => {
      const found = taskAt(span.desk);
      return found ? { ...span, task: found.task.task, title: found.task.title } : span;
    });

  return {
    desks: () => [...shown.values()],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    log({ desk, from, before }) {
      const found = from === undefined ? logs.transcriptBefore(desk, before) : logs.transcript(desk, from);
      if (!found) return { entries: [], start: 0, end: 0, more: false, unread: 0 };
      const { entries, start, end, next, unread } = found;
      return { entries, start, end, more: next !== null, unread };
    },
    day: async ({ date }) => ({ spans: withTask(await logs.day(date)) }),
    find: ({ query, limit }) => ({ spans: withTask(logs.find(query, Math.min(limit ?? 100, 500))) }),
    close() {
      for (const stop of stops) stop();
      listeners.clear();
      logs.close();
    },
  };
}

/** The kind of the step that runs after some events; null when none does. */
function stepAfter(before: StepKind | null, events: readonly TaskEvent[]): StepKind | null {
  let step = before;
  for (const event of events) {
    if (event.type === 'step') step = event.state === 'running' ? event.kind : null;
    else if (event.type === 'turn' || event.type === 'ended') step = null;
  }
  return step;
}
