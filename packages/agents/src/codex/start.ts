import type { AgentEvent, ModelChoice } from '@bureau/contracts';
import { fromFailure, toError } from './errors.ts';
import { type Json, textOf, toList, toObject } from './json.ts';
import { limits } from './limits.ts';
import { type Effect, emit, type Next, type RpcFailure, type StartWish, type State, tell } from './state.ts';

/** The first call. Nothing else is sent before its answer: Codex refuses it. */
export function start(state: State, wish: StartWish): Next {
  return [
    { ...state, wish, mode: wish.plan ? 'plan' : null },
    [
      {
        do: 'call',
        purpose: { for: 'initialize' },
        method: 'initialize',
        params: {
          clientInfo: { name: 'bureau', title: 'Bureau', version: wish.clientVersion },
          // Background terminals, plan mode and questions to the person are behind it.
          capabilities: { experimentalApi: true, requestAttestation: false },
        },
        limitMs: limits.initialize,
      },
    ],
  ];
}

/** Login, models and the thread are asked for together: Codex answers each in some 10 ms. */
export function initialized(state: State, result: Json): Next {
  // «name/0.171.0 (Debian 12.0.0; x86_64) …»
  const version = /\/(\d+\.\d+\.\d+\S*)/.exec(textOf(result, 'userAgent') ?? '')?.[1];
  const call = (purpose: 'account' | 'models', method: string): Effect => ({
    do: 'call',
    purpose: { for: purpose },
    method,
    params: {},
    limitMs: limits[purpose],
  });
  return [
    { ...state, agentVersion: version ?? null },
    [
      { do: 'notify', method: 'initialized' },
      call('account', 'account/read'),
      call('models', 'model/list'),
      thread(state),
    ],
  ];
}

/** No approval policy, sandbox or model unless the person chose one: their own settings apply. */
function thread(state: State): Effect {
  const wish = state.wish!;
  const chosen = { cwd: wish.folder, ...(wish.model ? { model: wish.model } : {}) };
  const [method, params] =
    wish.resume === undefined
      ? (['thread/start', chosen] as const)
      : ([
          wish.fork ? 'thread/fork' : 'thread/resume',
          // Its history is in Bureau's journal, or in the session log.
          { threadId: wish.resume, excludeTurns: true, ...chosen },
        ] as const);
  return { do: 'call', purpose: { for: 'thread' }, method, params, limitMs: limits.thread };
}

/** A login is missing only where the model's provider wants one. A failed look at it is no reason to stop. */
export function accountRead(state: State, result: Json | null): Next {
  const missing = result !== null && result['account'] === null && result['requiresOpenaiAuth'] === true;
  return ready({ ...state, accountRead: true, loginError: missing ? toError('not-logged-in') : null }, []);
}

export function modelsListed(state: State, result: Json): Next {
  const models = toList(result['data'])
    .map(toObject)
    .filter((model) => model['hidden'] !== true)
    .map((model): ModelChoice => {
      const id = textOf(model, 'model') ?? textOf(model, 'id') ?? '';
      const description = textOf(model, 'description');
      return {
        id,
        name: textOf(model, 'displayName') ?? id,
        isDefault: model['isDefault'] === true,
        ...(description ? { description } : {}),
      };
    });
  const next: State = { ...state, models };
  // It usually comes before the thread; where it's late, the session is told again with the models.
  return [next, state.threadId === null || models.length === 0 ? [] : [sessionEvent(next)]];
}

/** `thread/start`, `thread/resume` or `thread/fork` was answered: the session is there. */
export function threadReady(state: State, result: Json): Next {
  const threadId = textOf(toObject(result['thread']), 'id');
  if (threadId === undefined)
    return [state, [tell({ of: 'ready', error: toError('protocol', JSON.stringify(result).slice(0, 2000)) })]];
  const next: State = {
    ...state,
    threadId,
    life: 'open',
    model: textOf(result, 'model') ?? null,
    asksLess: settingThatAsksLess(result),
  };
  return ready(next, [sessionEvent(next)]);
}

/** Ready once both are known: the thread is there, and a login where one is needed. They're answered in any order. */
const ready = (state: State, effects: readonly Effect[]): Next =>
  state.accountRead && state.threadId !== null
    ? [state, [...effects, tell({ of: 'ready', error: state.loginError })]]
    : [state, effects];

function sessionEvent(state: State): Effect {
  const event: AgentEvent = {
    type: 'session',
    agentSessionId: state.threadId!,
    ...(state.model === null ? {} : { model: state.model }),
    ...(state.agentVersion === null ? {} : { agentVersion: state.agentVersion }),
    ...(state.asksLess === null ? {} : { asksLess: state.asksLess }),
    ...(state.models.length ? { models: state.models } : {}),
  };
  return emit(event);
}

/** The person's own settings that mean that nothing, or less, is asked; as they'd stand in config.toml. */
export function settingThatAsksLess(result: Json): string | null {
  const found: string[] = [];
  if (result['approvalPolicy'] === 'never') found.push('approval_policy = "never"');
  if (textOf(toObject(result['sandbox']), 'type') === 'dangerFullAccess')
    found.push('sandbox_mode = "danger-full-access"');
  const reviewer = textOf(result, 'approvalsReviewer');
  if (reviewer !== undefined && reviewer !== 'user') found.push(`approvals_reviewer = "${reviewer}"`);
  return found.length ? found.join(', ') : null;
}

/** A call of the start failed. Only login and models may be missing. */
export function startFailed(state: State, what: 'initialize' | 'thread' | 'unarchive', failure: RpcFailure): Next {
  const resume = state.wish?.resume;
  if (what === 'thread' && resume !== undefined && /archived/i.test(failure.message))
    return [
      state,
      [
        {
          do: 'call',
          purpose: { for: 'unarchive' },
          method: 'thread/unarchive',
          params: { threadId: resume },
          limitMs: limits.thread,
        },
      ],
    ];
  const dead = resume !== undefined && /no rollout|not found|invalid session id|unknown thread/i.test(failure.message);
  const error =
    dead && !/config/i.test(failure.message) ? toError('session-unknown', failure.message) : fromFailure(failure);
  return [state, [tell({ of: 'ready', error })]];
}

/** An archived session was taken out of the archive: resume it now. */
export const unarchived = (state: State): Next => [state, [thread(state)]];
