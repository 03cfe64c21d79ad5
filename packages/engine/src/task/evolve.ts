import type { StepLine, TaskEvent, TurnLine } from '@bureau/contracts';
import { type OpenStep, runningKept, stepsKept, type TaskState, turnSteps, turnStepsKept, turnsKept } from './state.ts';
import { shorten, titleOf } from './words.ts';

type Of<Type extends TaskEvent['type']> = Extract<TaskEvent, { type: Type }>;

/** Folds one event into the state. Pure; an unknown type only moves the number on. */
export function evolve(state: TaskState, event: TaskEvent): TaskState {
  return fold({ ...state, seq: event.seq, changedAt: event.at, ids: Math.max(state.ids, numberIn(event)) }, event);
}

/** Bureau's own ids are a letter and a number that is given once in a task. */
function numberIn(event: TaskEvent): number {
  const id =
    'stepId' in event && event.type === 'step'
      ? event.stepId
      : 'messageId' in event
        ? event.messageId
        : event.type === 'request'
          ? event.requestId
          : '';
  return Number(id.slice(1)) || 0;
}

function fold(state: TaskState, event: TaskEvent): TaskState {
  switch (event.type) {
    case 'task':
      return {
        ...state,
        task: event.task,
        agent: event.agent,
        agentVersion: event.agentVersion,
        folder: event.folder,
        title: event.title ?? titleOf(event.prompt),
        model: event.model ?? null,
        startedAt: event.at,
        phase: 'starting',
        nextPrompt: shorten(event.prompt, 60),
      };
    case 'session':
      return {
        ...state,
        agentSessionId: event.agentSessionId,
        model: event.model ?? state.model,
        agentVersion: event.agentVersion ?? state.agentVersion,
        models: event.models ?? state.models,
        phase: state.phase === 'starting' ? 'idle' : state.phase,
      };
    case 'resumed':
      return { ...without(state, 'how', 'message'), phase: 'starting', agentSessionId: event.agentSessionId };
    case 'turn':
      return event.state === 'started' ? startTurn(state, event) : endTurn(state, event);
    case 'said':
      return said(state, event);
    case 'text':
      return text(state, event);
    case 'step':
      return step(state, event);
    case 'request':
      return {
        ...state,
        requests: {
          ...state.requests,
          [event.requestId]: {
            kind: event.kind,
            title: shorten(event.card.title, 200),
            answers: event.card.answers,
            questions: (event.questions ?? []).map(({ id, multiple, secret }) => ({ id, multiple, secret })),
            seq: event.seq,
            own: event.own === true,
            ...(event.stepId === undefined ? {} : { stepId: event.stepId }),
          },
        },
      };
    case 'request-closed': {
      const { [event.requestId]: _, ...requests } = state.requests;
      return { ...state, requests };
    }
    case 'usage':
      return {
        ...state,
        usage: {
          inputTokens: event.inputTokens,
          outputTokens: event.outputTokens,
          ...pick(event, 'costUsd', 'contextUsed'),
        },
      };
    case 'background':
      return { ...state, background: event.items };
    case 'title':
      return { ...state, title: event.title };
    case 'stopping':
      return { ...state, phase: 'stopping' };
    case 'stopped':
      return { ...state, receipt: event.receipt, receiptSeq: event.seq, background: [] };
    case 'ended':
      return {
        ...state,
        phase: 'ended',
        how: event.how,
        ...(event.message === undefined ? {} : { message: event.message }),
        requests: {},
      };
    case 'archived':
      return { ...state, archived: event.archived };
    case 'own-turns':
      return { ...state, ownTurns: event.allowed };
    case 'released':
      return { ...state, phase: 'idle', background: [] };
    default:
      return state;
  }
}

function startTurn(state: TaskState, event: Of<'turn'>): TaskState {
  const own = event.origin === 'background';
  return {
    ...state,
    phase: state.phase === 'stopping' ? 'stopping' : 'working',
    nextPrompt: own ? state.nextPrompt : '',
    turn: {
      origin: event.origin,
      from: event.seq,
      prompt: own ? shorten(event.why ?? '', 60) : state.nextPrompt,
      answer: '',
    },
    // Steps of earlier turns that ended are over; the running ones may still be filled in.
    steps: state.steps.filter((step) => step.state === 'running').slice(-runningKept),
  };
}

function endTurn(state: TaskState, event: Of<'turn'>): TaskState {
  const phase = state.phase === 'working' ? 'idle' : state.phase;
  const ended = event.state === 'started' ? 'completed' : event.state;
  const lastTurn = event.origin === 'user' ? ended : state.lastTurn;
  if (!state.turn) return { ...state, phase, lastTurn };
  const line: TurnLine = {
    origin: event.origin,
    state: ended,
    prompt: state.turn.prompt,
    answer: state.turn.answer,
    steps: lines(state).slice(0, stepsKept),
    from: state.turn.from,
    to: event.seq,
    ...(event.summary ? { summary: event.summary } : {}),
  };
  const turns = [...state.turns, line];
  return {
    ...state,
    phase,
    lastTurn,
    turn: null,
    turns: turns.slice(-turnsKept),
    earlierTurns: state.earlierTurns + Math.max(0, turns.length - turnsKept),
  };
}

/** The steps of the open turn, as a snapshot names them. */
export function lines(state: TaskState): StepLine[] {
  return turnSteps(state).map(({ stepId, kind, title, state }) => ({
    stepId,
    kind,
    title: shorten(title, 200),
    state,
  }));
}

function said(state: TaskState, event: Of<'said'>): TaskState {
  const others = state.saying.filter(({ messageId }) => messageId !== event.messageId);
  const waits = event.state === 'queued' || event.state === 'sent';
  const saying = { messageId: event.messageId, text: event.text, state: event.state };
  return {
    ...state,
    saying: waits
      ? [...others, { ...saying, state: event.state === 'sent' ? 'sent' : 'queued', ...pick(event, 'files', 'when') }]
      : others,
    nextPrompt:
      event.state === 'sent' && !state.turn
        ? shorten(`${state.nextPrompt} ${event.text}`.trim(), 60)
        : state.nextPrompt,
  };
}

function text(state: TaskState, event: Of<'text'>): TaskState {
  if (!state.turn || event.parentStep !== undefined) return state;
  // The last whole message of a turn is its answer; pieces show until then.
  const answer = event.final
    ? shorten(event.text, 120)
    : state.turn.answer.length >= 120
      ? state.turn.answer
      : shorten(state.turn.answer + event.text, 120);
  return answer === state.turn.answer ? state : { ...state, turn: { ...state.turn, answer } };
}

function step(state: TaskState, event: Of<'step'>): TaskState {
  const at = state.steps.findLastIndex(({ stepId }) => stepId === event.stepId);
  const known = state.steps[at];
  const next: OpenStep = {
    stepId: event.stepId,
    kind: event.kind,
    title: event.title,
    state: event.state,
    from: known?.from ?? event.seq,
    ...pick(event, 'parentStep', 'background'),
  };
  if (known) {
    const inTurn = state.turn !== null && known.from >= state.turn.from;
    // A word on a step of a closed turn changes its line too.
    return { ...state, steps: state.steps.with(at, next), turns: inTurn ? state.turns : relabel(state.turns, event) };
  }
  if (event.late) return { ...state, turns: relabel(state.turns, event) };
  const steps = [...state.steps, next];
  // In a very long turn the oldest step that is over makes room: a state stays small whatever its history.
  const over = steps.length > turnStepsKept ? steps.findIndex((one) => one.state !== 'running') : -1;
  if (over >= 0) steps.splice(over, 1);
  return { ...state, steps };
}

function relabel(turns: readonly TurnLine[], event: Of<'step'>): readonly TurnLine[] {
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i]!;
    const at = turn.steps.findIndex(({ stepId }) => stepId === event.stepId);
    if (at < 0) continue;
    const changed = { ...turn, steps: turn.steps.with(at, { ...turn.steps[at]!, state: event.state }) };
    return turns.with(i, changed);
  }
  return turns;
}

function pick<Value extends object, Key extends keyof Value>(value: Value, ...keys: Key[]): Partial<Pick<Value, Key>> {
  const picked: Partial<Pick<Value, Key>> = {};
  for (const key of keys) if (value[key] !== undefined) picked[key] = value[key];
  return picked;
}
function without<Value extends object, Key extends keyof Value>(value: Value, ...keys: Key[]): Omit<Value, Key> {
  const copy = { ...value };
  for (const key of keys) delete copy[key];
  return copy;
}
