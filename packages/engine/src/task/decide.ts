import type { TaskEventBody } from '@bureau/contracts';
import { answer } from './answer.ts';
import { closeOpen, interruptSteps, returnSaid, withdrawRequests } from './close.ts';
import type { Decision, TaskInput } from './input.ts';
import { say } from './say.ts';
import { stepOf, type TaskState } from './state.ts';

type Of<Type extends TaskInput['type']> = Extract<TaskInput, { type: Type }>;

/**
 * What follows from an input in this state. Pure: the same state and input always give the same events.
 * Late words of an agent that is stopping or has ended never wake a task; they may only fill in a step.
 */
export function decide(state: TaskState, input: TaskInput): Decision {
  switch (input.type) {
    case 'create':
      return only({ ...input, type: 'task' });
    case 'say':
      return say(state, input);
    case 'queue-edit':
      return editQueued(state, input);
    case 'answer':
      return answer(state, input);
    case 'stop':
      return wish(state, 'stop');
    case 'finish':
      return wish(state, 'finish');
    case 'cleaned':
      return all(interruptSteps(state, (kind) => kind === 'command'));
    case 'stopped':
      return all(closeOpen(state, 'interrupted'), { type: 'stopped', receipt: input.receipt });
    case 'released':
      return state.phase === 'ended'
        ? nothing
        : all(interruptSteps(state), { type: 'released', receipt: input.receipt });
    case 'end':
      return end(state, input);
    case 'resume':
      return resume(state, input);
    case 'rename':
      return input.title.trim() ? only({ type: 'title', title: input.title.trim().slice(0, 200) }) : nothing;
    case 'archive':
      return input.archived === state.archived ? nothing : only({ type: 'archived', archived: input.archived });
    case 'own-turns':
      return input.allowed === state.ownTurns ? nothing : only({ type: 'own-turns', allowed: input.allowed });
    case 'notice':
      return only(input);
    default:
      return fromAgent(state, input);
  }
}

function fromAgent(state: TaskState, input: FromAgent): Decision {
  if (input.type === 'step-ended') return endStep(state, input);
  if (input.type === 'said') return become(state, input);
  if (input.type === 'usage') return only(input);
  if (state.phase === 'ended') return nothing;
  switch (input.type) {
    case 'session':
      return only(input);
    case 'turn-started':
      return state.phase === 'stopping' || state.turn ? nothing : only({ ...input, type: 'turn', state: 'started' });
    case 'turn-ended':
      return endTurn(state, input);
    case 'text':
    case 'thinking':
      return only(input);
    case 'step-started':
      return stepOf(state, input.stepId) ? nothing : only({ ...input, type: 'step', state: 'running' });
    case 'request-opened':
      return state.phase === 'stopping' || state.requests[input.requestId]
        ? nothing
        : only({ ...input, type: 'request' });
    case 'request-closed':
      return state.requests[input.requestId] ? only(input) : nothing;
    case 'background':
      return state.phase === 'stopping' || same(state.background, input.items) ? nothing : only(input);
  }
}
type FromAgent = Extract<
  TaskInput,
  {
    type:
      | 'session'
      | 'turn-started'
      | 'turn-ended'
      | 'text'
      | 'thinking'
      | 'step-started'
      | 'step-ended'
      | 'request-opened'
      | 'request-closed'
      | 'background'
      | 'usage'
      | 'said';
  }
>;

function endTurn(state: TaskState, input: Of<'turn-ended'>): Decision {
  if (!state.turn) return nothing;
  const open = withdrawRequests(state, ({ own }) => !own);
  const { origin } = state.turn;
  return all(open, { ...input, type: 'turn', origin });
}

/** A step that has ended keeps its state: what comes later fills in output and exit code only. */
function endStep(state: TaskState, input: Of<'step-ended'>): Decision {
  const known = stepOf(state, input.stepId);
  if (!known) return nothing;
  const late = known.state !== 'running';
  const { kind, title, parentStep, background } = known;
  if (late && input.exitCode === undefined && input.output === undefined) return nothing;
  return only({
    type: 'step',
    stepId: input.stepId,
    kind,
    title: late ? title : (input.title ?? title),
    state: late ? known.state : input.state,
    ...(input.exitCode === undefined ? {} : { exitCode: input.exitCode }),
    ...(input.output === undefined ? {} : { output: input.output }),
    ...(parentStep === undefined ? {} : { parentStep }),
    ...(background === undefined ? {} : { background }),
    ...(late || input.late ? { late: true } : {}),
  });
}

function become(state: TaskState, input: Of<'said'>): Decision {
  const saying = state.saying.find(({ messageId }) => messageId === input.messageId);
  if (!saying || saying.state === input.state) return nothing;
  return only({ type: 'said', messageId: saying.messageId, text: saying.text, state: input.state, ...files(saying) });
}

function editQueued(state: TaskState, input: Of<'queue-edit'>): Decision {
  const saying = state.saying.find(({ messageId }) => messageId === input.messageId);
  if (saying?.state !== 'queued')
    return refuse('conflict', 'This message has already been sent, so it can no longer be changed.');
  if (input.text === null || input.text.trim() === '')
    return only({ type: 'said', messageId: saying.messageId, text: saying.text, state: 'dropped' });
  return only({
    type: 'said',
    messageId: saying.messageId,
    text: input.text,
    state: 'queued',
    ...(saying.when ? { when: saying.when } : {}),
    ...files(saying),
  });
}

function wish(state: TaskState, kind: 'stop' | 'finish'): Decision {
  if (state.phase === 'ended') return refuse('task-ended', 'This task has already ended.');
  // A second press is no second wish; the effects around hurry.
  if (state.phase === 'stopping') return nothing;
  return all({ type: 'stopping', wish: kind }, withdrawRequests(state), returnSaid(state));
}

function end(state: TaskState, input: Of<'end'>): Decision {
  if (state.phase === 'ended') return nothing;
  return all(closeOpen(state, input.error ? 'failed' : 'interrupted', input.error), {
    type: 'ended',
    how: input.how,
    ...(input.message === undefined ? {} : { message: input.message }),
  });
}

function resume(state: TaskState, input: Of<'resume'>): Decision {
  if (state.phase !== 'ended') return refuse('task-running', 'This task is still running: just say something to it.');
  if (state.agentSessionId === null)
    return refuse('conflict', 'This task ended before its agent had a session, so there is nothing to go on with.');
  const said: TaskEventBody = {
    type: 'said',
    messageId: input.messageId,
    text: input.text,
    state: 'queued',
    ...(input.files ? { files: input.files } : {}),
  };
  return all({ type: 'resumed', agentSessionId: state.agentSessionId }, said);
}

const nothing: Decision = { events: [] };
const only = (event: TaskEventBody): Decision => ({ events: [event] });
const all = (...events: readonly (TaskEventBody | readonly TaskEventBody[])[]): Decision => ({ events: events.flat() });
const refuse = (code: string, message: string): Decision => ({ events: [], refused: { code, message } });
const files = (saying: { readonly files?: readonly string[] }) => (saying.files ? { files: saying.files } : {});
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
