import type { NoticeCode, NoticeLevel } from '@bureau/contracts';
import { fromTurnError } from './errors.ts';
import { type Json, numberOf, textOf, toObject } from './json.ts';
import { type Effect, emit, type Next, type State } from './state.ts';

export const notice = (level: NoticeLevel, code: NoticeCode, message: string, detail?: string): Effect =>
  emit({ type: 'notice', level, code, message, ...(detail ? { detail } : {}) });

/** A notice of a kind that is given once a session. */
export function noticeOnce([state, effects]: Next, kind: string, message: string, detail?: string): Next {
  if (state.noticed.has(kind)) return [state, effects];
  return [
    { ...state, noticed: new Set([...state.noticed, kind]) },
    [...effects, notice('info', 'unknown-message', message, detail)],
  ];
}

/** Kept and shown, never guessed: a message that this Bureau doesn't know. */
export const unknown = (state: State, method: string, params: Json): Next =>
  noticeOnce(
    [state, []],
    `message ${method}`,
    `Codex sent a message that this Bureau does not know: ${method}`,
    JSON.stringify(params).slice(0, 2000),
  );

/** The `error` notification: a try that is made again, or why the turn is about to fail. */
export function errorCame(state: State, params: Json): Next {
  const error = fromTurnError(toObject(params['error']));
  if (params['willRetry'] === true) return [state, [notice('warning', 'retry', error.detail ?? error.message)]];
  return [{ ...state, lastError: { turnId: textOf(params, 'turnId') ?? '', error } }, []];
}

/** Warnings of Codex itself, as it words them. */
export function warning(state: State, method: string, params: Json): Next {
  const message = textOf(params, 'message') ?? textOf(params, 'summary') ?? '';
  if (!message || state.noticed.has(`warning ${message}`)) return [state, []];
  return [
    { ...state, noticed: new Set([...state.noticed, `warning ${message}`]) },
    [notice(quiet(method, message) ? 'info' : 'warning', 'agent-warning', message, textOf(params, 'details'))],
  ];
}

const quiet = (method: string, message: string) =>
  method === 'deprecationNotice' || (method === 'configWarning' && !/invalid|error/i.test(message));

/** A tool server that didn't start: the agent works without it. */
export function toolServer(state: State, params: Json): Next {
  if (textOf(params, 'status') !== 'failed') return [state, []];
  const words = `The tool server «${textOf(params, 'name') ?? ''}» did not start; Codex works without it.`;
  return [state, [notice('warning', 'agent-warning', words, textOf(params, 'error'))]];
}

export function rerouted(state: State, params: Json): Next {
  const to = textOf(params, 'toModel') ?? '';
  const words = `Codex went on with another model: ${to} instead of ${textOf(params, 'fromModel') ?? ''}.`;
  return [{ ...state, model: to || state.model }, [notice('info', 'model-changed', words)]];
}

/** Tells once for each window when an account's limit is nearly or wholly used up. */
export function rateLimits(state: State, params: Json): Next {
  const limits = toObject(params['rateLimits']);
  let next = state;
  const effects: Effect[] = [];
  for (const name of ['primary', 'secondary']) {
    const window = toObject(limits[name]);
    const used = numberOf(window, 'usedPercent');
    const level = used === undefined || used < 90 ? null : used >= 100 ? 100 : 90;
    const kind = `limit ${name} ${level} ${numberOf(window, 'resetsAt') ?? ''}`;
    if (level === null || next.noticed.has(kind)) continue;
    const resets = numberOf(window, 'resetsAt');
    const when = resets === undefined ? '' : ` It starts anew at ${new Date(resets * 1000).toISOString()}.`;
    next = { ...next, noticed: new Set([...next.noticed, kind]) };
    effects.push(notice('warning', 'rate-limit', `${Math.round(used!)} % of your Codex limit is used.${when}`));
  }
  return [next, effects];
}

export function usage(state: State, params: Json): Next {
  const tokens = toObject(params['tokenUsage']);
  const total = toObject(tokens['total']);
  const window = numberOf(tokens, 'modelContextWindow');
  const now = numberOf(toObject(tokens['last']), 'totalTokens');
  return [
    state,
    [
      emit({
        type: 'usage',
        inputTokens: numberOf(total, 'inputTokens') ?? 0,
        outputTokens: numberOf(total, 'outputTokens') ?? 0,
        ...(window && now !== undefined ? { contextUsed: Math.min(1, now / window) } : {}),
      }),
    ],
  ];
}
