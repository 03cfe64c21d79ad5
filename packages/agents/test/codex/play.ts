import type { AgentEvent, StepState } from '@bureau/contracts';
import { evolve } from '../../src/codex/evolve.ts';
import { type Guards, guards } from '../../src/codex/late.ts';
import { type Effect, type Input, initial, type Purpose, type State } from '../../src/codex/state.ts';

export const thread = 'thread-1';

/** Plays inputs on the state machine and keeps what came of them. */
export function play(inputs: readonly Input[], withGuards: Guards = guards, from: State = initial) {
  const game = { state: from, effects: [] as Effect[], put };
  function put(...more: Input[]): AgentEvent[] {
    const before = game.effects.length;
    for (const input of more) {
      const [state, effects] = evolve(game.state, input, withGuards);
      game.state = state;
      game.effects.push(...effects);
    }
    return eventsOf(game.effects.slice(before));
  }
  put(...inputs);
  return game;
}

export const eventsOf = (effects: readonly Effect[]): AgentEvent[] =>
  effects.flatMap((effect) => (effect.do === 'emit' ? [effect.event] : []));
export const callsOf = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.do === 'call' ? [effect.method] : []));
export const repliesOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'reply' ? [[effect.id, effect.result] as const] : []));
export const toldOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'tell' ? [effect.outcome] : []));

/** The last state each step was told to have. */
export function stepStates(events: readonly AgentEvent[]): Record<string, StepState> {
  const states: Record<string, StepState> = {};
  for (const event of events) {
    if (event.type === 'step-started') states[event.stepId] = 'running';
    if (event.type === 'step-ended') states[event.stepId] = event.state;
  }
  return states;
}

/** What the events say runs in the background. */
export const backgroundOf = (events: readonly AgentEvent[]): readonly string[] =>
  events.reduce<readonly string[]>(
    (left, event) => (event.type === 'background' ? event.items.map((item) => item.id) : left),
    [],
  );

export const note = (method: string, params: Record<string, unknown> = {}): Input => ({
  on: 'notification',
  method,
  params: { threadId: thread, ...params },
});
export const result = (purpose: Purpose, value: Record<string, unknown> = {}): Input => ({
  on: 'result',
  purpose,
  result: value,
});
export const failure = (purpose: Purpose, code: number | 'timeout' | 'closed' = -32600, message = 'no'): Input => ({
  on: 'failure',
  purpose,
  failure: { code, message },
});
export const request = (id: number | string, method: string, params: Record<string, unknown> = {}): Input => ({
  on: 'request',
  id,
  method,
  params: { threadId: thread, turnId: 'turn-1', ...params },
});

/** A session that is ready, in `/home/ana/shop`. */
export const begun = (wish: Partial<Extract<Input, { on: 'start' }>['wish']> = {}): Input[] => [
  { on: 'start', wish: { folder: '/home/ana/shop', clientVersion: '0.1.0', ...wish } },
  result({ for: 'initialize' }, { userAgent: 'bureau/0.171.0 (Debian 12.0.0; x86_64)' }),
  result({ for: 'account' }, { account: null, requiresOpenaiAuth: false }),
  result(
    { for: 'thread' },
    { thread: { id: thread }, model: 'gpt-5.5', approvalPolicy: 'on-request', sandbox: { type: 'workspaceWrite' } },
  ),
];
export const turnBegun = (turn = 'turn-1'): Input[] => [
  { on: 'say', message: { id: 'message-1', text: 'go' } },
  result({ for: 'turn', message: { id: 'message-1', text: 'go' } }, { turn: { id: turn, status: 'inProgress' } }),
  note('turn/started', { turn: { id: turn, status: 'inProgress' } }),
];
export const turnEnded = (status = 'completed', turn = 'turn-1'): Input =>
  note('turn/completed', { turn: { id: turn, status, error: null } });
const commandItem = (id: string, fields: Record<string, unknown>) => ({
  type: 'commandExecution',
  id,
  command: "/bin/bash -lc 'sleep 600'",
  cwd: '/home/ana/shop',
  processId: '4711',
  status: 'inProgress',
  aggregatedOutput: null,
  exitCode: null,
  ...fields,
});
export const commandStarted = (id = 'call-1', fields: Record<string, unknown> = {}, turnId = 'turn-1'): Input =>
  note('item/started', { turnId, item: commandItem(id, fields) });
export const commandEnded = (id = 'call-1', fields: Record<string, unknown> = {}, turnId = 'turn-1'): Input =>
  note('item/completed', { turnId, item: commandItem(id, { status: 'completed', exitCode: 0, ...fields }) });
/** As `thread/backgroundTerminals/clean` ends a terminal. */
export const commandCleaned = (id = 'call-1', turnId = 'turn-1'): Input =>
  commandEnded(id, { status: 'failed', exitCode: -1, aggregatedOutput: 'so far\n' }, turnId);
export const listed = (...ids: string[]): Input =>
  result(
    { for: 'terminals', threadId: thread },
    { data: ids.map((itemId) => ({ itemId, processId: '1', command: 'sleep 600' })) },
  );
/** A turn has ended and left one command running. */
export const withBackground = (): Input[] => [
  ...begun(),
  ...turnBegun(),
  commandStarted(),
  turnEnded(),
  listed('call-1'),
];
