import type { AgentAnswer, AgentRequest } from '@bureau/contracts';
import { otherAction } from './actions.ts';
import { toAnswer, toRequest } from './asking.ts';
import { eventId } from './items.ts';
import { type Json, textOf } from './json.ts';
import type { Guards } from './late.ts';
import { notice } from './notices.ts';
import { say } from './say.ts';
import { type Effect, emit, type Next, type OpenRequest, type RpcId, type State, withEntry } from './state.ts';

/** The key of a request in events: ids may be numbers or strings, and 0 is a real one. */
export const keyOf = (id: RpcId): string => `${typeof id === 'number' ? 'n' : 's'}${id}`;

const declined: Readonly<Record<string, Json>> = {
  'item/commandExecution/requestApproval': { decision: 'cancel' },
  'item/fileChange/requestApproval': { decision: 'cancel' },
  'item/permissions/requestApproval': { permissions: {}, scope: 'turn' },
  'item/tool/requestUserInput': { answers: {} },
  'mcpServer/elicitation/request': { action: 'cancel', content: null, _meta: null },
};

/** A request of Codex to us. Each gets exactly one answer, now or when the person has decided. */
export function requestCame(state: State, id: RpcId, method: string, params: Json, guards: Guards): Next {
  const key = keyOf(id);
  if (state.requests.has(key))
    return [
      state,
      [
        { do: 'refuse', id, code: -32600, message: `Bureau still has a request with the id ${JSON.stringify(id)}` },
        notice(
          'warning',
          'duplicate-request',
          `Codex asked twice under the same id (${method}). The first is still open.`,
        ),
      ],
    ];
  if (!Object.hasOwn(declined, method))
    return [
      state,
      [
        { do: 'refuse', id, code: -32601, message: `Bureau does not handle ${method}` },
        notice('warning', 'unknown-request', `Codex asked for something that this Bureau does not know: ${method}`),
      ],
    ];
  // A task that is being finished asks nobody anything.
  if (!guards.mayWake(state)) return [state, [{ do: 'reply', id, result: declined[method]! }]];
  const stepId = stepOf(state, params);
  const open = stepId === undefined ? undefined : state.items.get(stepId);
  const made = toRequest(method, params, {
    folder: state.wish?.folder ?? '',
    changes: open?.changes ?? [],
    tool: open?.tool?.name,
  });
  if (!made)
    return [
      state,
      [
        { do: 'reply', id, result: { action: 'decline', content: null, _meta: null } },
        notice(
          'warning',
          'unknown-request',
          `The tool server «${textOf(params, 'serverName') ?? ''}» asked for something that Bureau can't show (${textOf(params, 'mode') ?? 'a form'}). It was declined.`,
          textOf(params, 'message'),
        ),
      ],
    ];
  const request: AgentRequest = open && stepId !== undefined ? { ...made.request, stepId } : made.request;
  const record: OpenRequest = {
    id,
    turnId: textOf(params, 'turnId') ?? state.turn?.id ?? '',
    answering: made.answering,
    ...(stepId === undefined ? {} : { stepId }),
  };
  return [
    { ...state, requests: withEntry(state.requests, key, record) },
    [emit({ type: 'request-opened', key, request, raw: { method, id, params } })],
  ];
}

/** The step that a request is about: by its item, or for a tool server by the call that is open there. */
function stepOf(state: State, params: Json): string | undefined {
  const itemId = textOf(params, 'itemId');
  if (itemId !== undefined) return eventId(state, textOf(params, 'threadId'), itemId);
  const server = textOf(params, 'serverName');
  const turnId = textOf(params, 'turnId');
  const calls = [...state.items].filter(([, item]) => item.turnId === turnId && item.tool?.server === server);
  return calls.length === 1 ? calls[0]![0] : undefined;
}

/** The person's answer. The session has looked that the request is open. */
export function answered(state: State, key: string, answer: AgentAnswer, guards: Guards): Next {
  const open = state.requests.get(key);
  if (!open) return [state, []];
  const closed = emit({ type: 'request-closed', key, how: 'answered' });
  let next: State = { ...state, requests: withEntry(state.requests, key, undefined) };
  const words = answer.answer === 'deny' && !answer.endTurn ? answer.message?.trim() : undefined;
  if (open.id === null) {
    if (answer.answer === 'deny' && !words) return [next, [closed]];
    next = answer.answer === 'deny' ? next : { ...next, mode: 'default', plan: null };
    const [said, effects] = say(next, { id: `${key}:answer`, text: words ?? 'Implement the plan.' }, guards);
    return [said, [closed, ...effects]];
  }
  const reply: Effect = { do: 'reply', id: open.id, result: toAnswer(open.answering, answer) };
  // From its approval on a command runs, though Codex doesn't say so with a second item.
  const item = open.stepId === undefined ? undefined : next.items.get(open.stepId);
  if (item?.command && open.stepId !== undefined && (answer.answer === 'allow' || answer.answer === 'allow-similar'))
    next = {
      ...next,
      items: withEntry(next.items, open.stepId, { ...item, command: { ...item.command, runs: true } }),
    };
  if (!words) return [next, [reply, closed]];
  // A refusal of Codex carries no words: they follow at once as a message to the running turn.
  const [said, effects] = say(next, { id: `${key}:words`, text: words }, guards);
  return [said, [reply, closed, ...effects]];
}

/** Codex took a request back: it was answered, or its turn has ended. */
export function resolved(state: State, params: Json): Next {
  const id = params['requestId'];
  if (typeof id !== 'number' && typeof id !== 'string') return [state, []];
  return withdrawRequests(state, (request) => request.id === id);
}

/** Closes the requests that `which` names, unanswered. */
export function withdrawRequests(state: State, which: (request: OpenRequest) => boolean): Next {
  const gone = [...state.requests].filter(([, request]) => which(request)).map(([key]) => key);
  if (gone.length === 0) return [state, []];
  const requests = new Map([...state.requests].filter(([key]) => !gone.includes(key)));
  return [{ ...state, requests }, gone.map((key) => emit({ type: 'request-closed', key, how: 'withdrawn' }))];
}

/** A finished plan waits for the person's word: Codex itself asks nothing, its own window does. */
export function openPlanRequest(state: State, turnId: string): Next {
  const key = `plan-${turnId}`;
  const plan = state.plan ?? '';
  const request: AgentRequest = {
    kind: 'permission',
    action: otherAction('plan', { plan }, state.wish?.folder ?? ''),
    exact: plan,
    plan: true,
  };
  const record: OpenRequest = { id: null, turnId, answering: { as: 'plan' } };
  return [
    { ...state, plan: null, requests: withEntry(state.requests, key, record) },
    [emit({ type: 'request-opened', key, request, raw: { plan } })],
  ];
}
