import type { Desk, DeskState, Posture, StepKind, TaskSummary } from '@bureau/contracts';

/** What the engine knows of a task at its desk. */
export interface TaskDesk {
  readonly task: TaskSummary;
  /** The step that runs now, if one does. */
  readonly step: StepKind | null;
  /** ISO 8601: since when it is in this state. */
  readonly since: string;
}

const states: Readonly<Record<TaskSummary['state'], DeskState>> = {
  starting: 'working',
  working: 'working',
  waiting: 'waiting',
  idle: 'idle',
  stopping: 'working',
  ended: 'ended',
};
const postures: Readonly<Record<StepKind, Posture>> = {
  command: 'running',
  edit: 'writing',
  read: 'reading',
  search: 'searching',
  web: 'searching',
  mcp: 'thinking',
  agent: 'thinking',
  other: 'thinking',
};

export const stateOf = (task: TaskSummary): DeskState => states[task.state];

/** The desk of a task: the one of its session's log, so that there is one and not two; its own until it has a session. */
export const deskIdOf = ({ agent, agentSessionId, task }: TaskSummary): string =>
  agentSessionId ? `${agent}:${agentSessionId}` : `task:${task}`;

/** A task's desk. What the engine knows wins over what the log says; the log adds what only it has (tokens, process). */
export function deskOfTask({ task, step, since }: TaskDesk, log: Desk | undefined): Desk {
  const state = stateOf(task);
  return {
    ...log,
    desk: deskIdOf(task),
    agent: task.agent,
    session: task.agentSessionId ?? '',
    folder: task.folder,
    state,
    // The log has words for waiting and thinking, in the person's language.
    doing: state === 'ended' || state === 'idle' ? '' : task.doing || (log?.state === state ? log.doing : ''),
    since,
    posture: postureOf(state, step, log),
    title: task.title,
    task: task.task,
  };
}

function postureOf(state: DeskState, step: StepKind | null, log: Desk | undefined): Posture {
  if (state === 'ended') return 'gone';
  if (state === 'idle') return 'resting';
  if (state === 'waiting') return 'waiting';
  if (step) return postures[step];
  return log?.state === 'working' && log.posture ? log.posture : 'thinking';
}

/** Whether the task has the word on its desk: while it lives, or where no other process goes on with its session. */
export const hasTheWord = ({ task }: TaskDesk, log: Desk | undefined): boolean =>
  task.state !== 'ended' || log === undefined || log.state === 'ended';
