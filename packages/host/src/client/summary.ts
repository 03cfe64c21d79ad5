import type { TaskEvent, TaskSummary } from '@bureau/contracts';

/** Keeps a list entry up to date with one event, for readers that follow a task without the list. */
export function foldSummary(before: TaskSummary | null, event: TaskEvent): TaskSummary | null {
  if (event.type === 'task') return first(event);
  if (!before) return null;
  const changed = { ...before, seq: event.seq, changedAt: event.at };
  switch (event.type) {
    case 'session':
      return {
        ...changed,
        agentSessionId: event.agentSessionId,
        agentVersion: event.agentVersion ?? before.agentVersion,
        state: before.state === 'starting' ? 'idle' : before.state,
      };
    case 'turn':
      if (before.state === 'ended' || before.state === 'stopping') return changed;
      return { ...changed, state: event.state === 'started' ? 'working' : 'idle', doing: '' };
    case 'step':
      return { ...changed, doing: event.state === 'running' ? event.title : '' };
    case 'request':
      return { ...changed, waiting: before.waiting + 1, state: before.state === 'stopping' ? 'stopping' : 'waiting' };
    case 'request-closed': {
      const waiting = Math.max(0, before.waiting - 1);
      return { ...changed, waiting, state: before.state === 'waiting' && waiting === 0 ? 'working' : before.state };
    }
    case 'title':
      return { ...changed, title: event.title };
    case 'stopping':
      return { ...changed, state: 'stopping' };
    case 'ended':
      return {
        ...changed,
        state: 'ended',
        how: event.how,
        waiting: 0,
        doing: '',
        ...(event.message === undefined ? {} : { message: event.message }),
      };
    case 'archived':
      return { ...changed, archived: event.archived };
    case 'resumed': {
      const { how: _how, message: _message, ...open } = changed;
      return { ...open, state: 'starting', agentSessionId: event.agentSessionId };
    }
    case 'released':
      return { ...changed, state: 'idle' };
    default:
      return changed;
  }
}

function first(event: Extract<TaskEvent, { type: 'task' }>): TaskSummary {
  return {
    task: event.task,
    agent: event.agent,
    agentVersion: event.agentVersion,
    folder: event.folder,
    title: event.title ?? event.prompt.trim().split('\n', 1)[0]!.slice(0, 60),
    state: 'starting',
    waiting: 0,
    startedAt: event.at,
    changedAt: event.at,
    agentSessionId: null,
    archived: false,
    seq: event.seq,
    doing: '',
  };
}
