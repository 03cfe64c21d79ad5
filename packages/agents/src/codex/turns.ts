import type { AgentError, AgentEvent } from '@bureau/contracts';
import { fromFailure, fromTurnError, toError } from './errors.ts';
import { backgroundEvent, closeItems, leaveBackground } from './items.ts';
import { type Json, textOf, toList, toObject } from './json.ts';
import type { Guards } from './late.ts';
import { limits } from './limits.ts';
import { openPlanRequest, withdrawRequests } from './requests.ts';
import { afterInterrupt } from './settle.ts';
import { type Effect, emit, type Next, newest, type RpcFailure, type State, tell } from './state.ts';

const hasEnded = (status: string | undefined) =>
  status === 'completed' || status === 'interrupted' || status === 'failed';

/** `turn/started`, or the answer to our `turn/start`, whichever comes first. */
export function turnStarted(state: State, turn: Json, ours: boolean, guards: Guards): Next {
  const id = textOf(turn, 'id');
  if (id === undefined || state.turn?.id === id || state.endedTurns.includes(id)) return [state, []];
  if (!guards.mayWake(state)) return [state, [quietInterrupt(state, id)]];
  // A turn while our own call is on its way is ours; its answer may come after the notification.
  const mine = ours || state.starting > 0 || state.ourTurns.includes(id);
  const origin = mine ? 'user' : 'background';
  // One turn at a time: the end of the one before was never said.
  if (state.turn) {
    const unsaid = { id: state.turn.id, status: 'interrupted' };
    const [calm, ended] = turnCompleted(state, unsaid, guards);
    const [begun, started] = turnStarted(calm, turn, ours, guards);
    return [begun, [...ended, ...started]];
  }
  const next: State = { ...state, turn: { id, origin }, interrupting: false };
  const effects: Effect[] = [
    emit({ type: 'turn-started', origin, ...(mine ? {} : { why: 'Codex went on by itself.' }) }),
  ];
  if (!mine && state.wish?.noOwnTurns) effects.push(quietInterrupt(state, id));
  return [next, effects];
}

const quietInterrupt = (state: State, turnId: string): Effect => ({
  do: 'call',
  purpose: { for: 'quiet-interrupt' },
  method: 'turn/interrupt',
  params: { threadId: state.threadId, turnId },
  limitMs: limits.interrupt,
});

/** `turn/completed` of the session's own thread. */
export function turnCompleted(state: State, turn: Json, guards: Guards): Next {
  const id = textOf(turn, 'id') ?? '';
  const said = textOf(turn, 'status');
  const known = said === 'interrupted' || said === 'failed' ? said : 'completed';
  const ended = state.turn?.id === id ? state.turn : null;
  const [closed, effects] = closeTurn(state, id, state.threadId ?? '');
  if (!ended) return [closed, effects];
  const error = known === 'failed' ? turnError(state, turn, id) : undefined;
  const event: AgentEvent = {
    type: 'turn-ended',
    state: known,
    origin: ended.origin,
    ...(error ? { error } : {}),
  };
  const next: State = { ...closed, turn: null, lastError: null };
  const [asked, asking] =
    known === 'completed' && next.mode === 'plan' && next.plan !== null && guards.mayWake(next)
      ? openPlanRequest(next, id)
      : ([{ ...next, plan: null }, []] as const);
  const [after, told] = afterInterrupt(asked);
  return [after, [...effects, emit(event), ...asking, ...told]];
}

const turnError = (state: State, turn: Json, id: string): AgentError => {
  const error = toObject(turn['error']);
  if (textOf(error, 'message') !== undefined) return fromTurnError(error);
  return state.lastError?.turnId === id ? state.lastError.error : toError('other');
};

/** What a turn of any thread leaves open at its end. Commands that run go on; Codex is asked which. */
export function closeTurn(state: State, turnId: string, threadId: string): Next {
  const open = [...state.items, ...state.texts].filter(([, item]) => item.turnId === turnId);
  const running = open.filter(([, item]) => item.command?.runs);
  const goOn = [...running, ...open.filter(([, item]) => item.startedAgent !== undefined)];
  const [closed, effects] = closeItems(
    { ...state, endedTurns: newest(state.endedTurns, turnId) },
    open.filter((entry) => !goOn.includes(entry)).map(([id]) => id),
  );
  const [next, withdrawn] = withdrawRequests(closed, (request) => request.turnId === turnId && request.id !== null);
  const ask: Effect[] =
    running.length && state.life === 'open'
      ? [
          {
            do: 'call',
            purpose: { for: 'terminals', threadId },
            method: 'thread/backgroundTerminals/list',
            params: { threadId },
            limitMs: limits.list,
          },
        ]
      : [];
  return [next, [...effects, ...withdrawn, ...ask]];
}

/** Commands of turns that have ended and that run on, by what Codex lists (`null`: it didn't answer). */
export function terminalsListed(state: State, threadId: string, result: Json | null, guards: Guards): Next {
  if (!guards.mayWake(state)) return [state, []];
  const left = [...state.items].filter(
    ([, item]) => item.command && item.threadId === threadId && state.endedTurns.includes(item.turnId),
  );
  const listed = result && new Set(toList(result['data']).map((terminal) => textOf(toObject(terminal), 'itemId')));
  const runs = (id: string) => listed === null || listed.has(id.split('/').at(-1)!);
  // What isn't listed is over, though Codex never says so.
  const [closed, effects] = closeItems(
    state,
    left.filter(([id]) => !runs(id)).map(([id]) => id),
  );
  const others = [...closed.background].filter(([id]) => closed.items.get(id)?.threadId !== threadId);
  const background = new Map([
    ...others,
    ...left.filter(([id]) => runs(id)).map(([id, item]) => [id, item.command!.text] as const),
  ]);
  if ([...background.keys()].join() === [...closed.background.keys()].join()) return [closed, effects];
  return [{ ...closed, background }, [...effects, backgroundEvent(background)]];
}

/** The process has gone, or Codex has unloaded the thread: nothing of it runs. */
export function everythingOver(state: State, life: 'closed' | 'gone', error: AgentError | null): Next {
  const [closed, effects] = closeItems(state, [...state.items.keys(), ...state.texts.keys()]);
  const [next, withdrawn] = withdrawRequests(closed, () => true);
  const ended: Effect[] = state.turn
    ? [
        emit({
          type: 'turn-ended',
          state: error ? 'failed' : 'interrupted',
          origin: state.turn.origin,
          ...(error ? { error } : {}),
        }),
      ]
    : [];
  const [calm, left] = leaveBackground({ ...next, turn: null, life, cleaned: true }, [], [...next.background.keys()]);
  const [after, told] = afterInterrupt(calm);
  return [after, [...effects, ...withdrawn, ...left, ...ended, ...told]];
}

/** Our `turn/start` or `turn/steer` was answered. */
export function sayAnswered(
  state: State,
  messageId: string,
  turn: Json | null,
  starting: boolean,
  guards: Guards,
): Next {
  const counted: State = {
    ...state,
    starting: state.starting - (starting ? 1 : 0),
    ...(starting && state.nextModel !== null ? { model: state.nextModel, nextModel: null } : {}),
  };
  const id = turn && textOf(turn, 'id');
  const owned: State = id ? { ...counted, ourTurns: newest(counted.ourTurns, id) } : counted;
  const [next, effects] =
    turn && !hasEnded(textOf(turn, 'status')) ? turnStarted(owned, turn, true, guards) : ([owned, []] as const);
  const stop: Effect[] =
    id && next.interruptLimitMs !== null
      ? [
          {
            do: 'call',
            purpose: { for: 'interrupt' },
            method: 'turn/interrupt',
            params: { threadId: state.threadId, turnId: id },
            limitMs: next.interruptLimitMs,
          },
        ]
      : [];
  return [
    {
      ...next,
      interruptLimitMs: stop.length ? null : next.interruptLimitMs,
      ...(stop.length ? { interrupting: true } : {}),
    },
    [...effects, tell({ of: 'say', messageId, error: null }), ...stop],
  ];
}

/** Our `turn/start` or `turn/steer` failed: the message was not taken. */
export function sayFailed(state: State, messageId: string, failure: RpcFailure, starting: boolean): Next {
  const next: State = {
    ...state,
    starting: state.starting - (starting ? 1 : 0),
    unread: state.unread.filter((message) => message.id !== messageId),
  };
  const [after, told] = afterInterrupt(next);
  return [after, [tell({ of: 'say', messageId, error: fromFailure(failure) }), ...told]];
}
