import type { TaskState as Phase, TaskEvent, TaskSnapshot, TaskSummary } from '@bureau/contracts';
import { lines } from './evolve.ts';
import type { TaskState } from './state.ts';
import { shorten } from './words.ts';

/** An entry of the list. Pure. */
export function toSummary(state: TaskState): TaskSummary {
  const waiting = Object.keys(state.requests).length;
  return {
    task: state.task,
    agent: state.agent,
    agentVersion: state.agentVersion,
    folder: state.folder,
    title: state.title,
    state: phase(state, waiting),
    ...(state.how === undefined ? {} : { how: state.how }),
    waiting,
    startedAt: state.startedAt,
    changedAt: state.changedAt,
    agentSessionId: state.agentSessionId,
    archived: state.archived,
    seq: state.seq,
    doing: doing(state),
    ...(state.message === undefined ? {} : { message: state.message }),
  };
}

function phase(state: TaskState, waiting: number): Phase {
  if (state.phase === 'ended' || state.phase === 'stopping') return state.phase;
  return waiting > 0 ? 'waiting' : state.phase;
}

function doing(state: TaskState): string {
  if (state.phase === 'ended' || !state.turn) return '';
  const { from: begun } = state.turn;
  const running = state.steps.findLast((step) => step.state === 'running' && step.from >= begun);
  return running ? shorten(running.title, 120) : '';
}

/** What a window needs at once. `live` are the events of what is open. */
export function toSnapshot(state: TaskState, live: readonly TaskEvent[]): TaskSnapshot {
  return {
    summary: toSummary(state),
    turns: state.turn
      ? [
          ...state.turns,
          {
            origin: state.turn.origin,
            state: 'started',
            prompt: state.turn.prompt,
            answer: state.turn.answer,
            steps: lines(state),
            from: state.turn.from,
            to: state.seq,
          },
        ]
      : state.turns,
    live,
    queued: state.saying.filter((one) => one.state === 'queued').map(({ messageId, text }) => ({ messageId, text })),
    background: state.background,
    usage: state.usage,
    models: state.models,
    receipt: state.receipt,
    ...(state.earlierTurns ? { earlierTurns: state.earlierTurns } : {}),
  };
}
