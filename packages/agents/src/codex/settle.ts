import { closeItems } from './items.ts';
import { limits } from './limits.ts';
import { withdrawRequests } from './requests.ts';
import { type Effect, emit, type Next, type OpenRequest, type RpcFailure, type State, tell } from './state.ts';

/**
 * Finish: interrupt a turn that still runs, `thread/backgroundTerminals/clean`, then `thread/unsubscribe`, each with a
 * budget of its own. From here on nothing may wake the task.
 */
export function settle(state: State): Next {
  if (state.life === 'settling') return [state, []];
  // Nothing of it is loaded any more, or never was.
  if (state.threadId === null || state.life !== 'open') return [state, [told(state)]];
  const [next, withdrawn] = withdrawRequests({ ...state, life: 'settling' }, () => true);
  const first: Effect = state.turn
    ? {
        do: 'call',
        purpose: { for: 'settle-interrupt' },
        method: 'turn/interrupt',
        params: { threadId: state.threadId, turnId: state.turn.id },
        limitMs: limits.interrupt,
      }
    : clean(state, { for: 'clean' }, limits.clean);
  return [next, [...withdrawn, ...(state.turn ? [] : cleanAgents(state)), first]];
}

const clean = (state: State, purpose: { for: 'clean' | 'just-clean' }, limitMs: number): Effect => ({
  do: 'call',
  purpose,
  method: 'thread/backgroundTerminals/clean',
  params: { threadId: state.threadId },
  limitMs,
});

/** The interrupt before a clean was answered, whatever the answer: go on. */
export const interruptedForSettle = (state: State): Next => [
  state,
  [...cleanAgents(state), clean(state, { for: 'clean' }, limits.clean)],
];

/** Stop's own piece: ends the background terminals without finishing the task. */
export const justClean = (state: State, limitMs: number): Next =>
  state.threadId === null || state.life === 'gone'
    ? [state, [tell({ of: 'clean', cleaned: false })]]
    : [state, [...cleanAgents(state), clean(state, { for: 'just-clean' }, limitMs)]];

/** The clean was answered. Only now do running commands become interrupted; their completions come late. */
export function cleaned(state: State): Next {
  const [next, effects] = closeCommands(state, state.threadId);
  return [{ ...next, cleaned: true }, effects];
}

/** Closes the commands of one thread: its terminals are ended. */
export const closeCommands = (state: State, threadId: string | null): Next =>
  closeItems(
    state,
    [...state.items].filter(([, item]) => item.command && item.threadId === threadId).map(([id]) => id),
  );

/** Sub-agents have terminals of their own; a clean that fails there is made good by the end of the process. */
function cleanAgents(state: State): Effect[] {
  const threads = new Set([...state.items.values()].flatMap((item) => (item.command ? [item.threadId] : [])));
  return [...threads].flatMap((threadId): Effect[] =>
    threadId === null || threadId === state.threadId
      ? []
      : [
          {
            do: 'call',
            purpose: { for: 'clean-agent', threadId },
            method: 'thread/backgroundTerminals/clean',
            params: { threadId },
            limitMs: limits.clean,
          },
        ],
  );
}

/** The clean of a settle is over; `null` where it worked. The unsubscribe runs in any case. */
export function afterClean(state: State, failure: RpcFailure | null): Next {
  const unsubscribe: Effect = {
    do: 'call',
    purpose: { for: 'unsubscribe' },
    method: 'thread/unsubscribe',
    params: { threadId: state.threadId },
    limitMs: limits.unsubscribe,
  };
  // A thread that closed meanwhile, or a process that went, has ended them all the same.
  if (failure === null || isOver(state)) {
    const [next, effects] = cleaned(state);
    return [next, [...effects, unsubscribe]];
  }
  const words = `Codex did not end its background commands: ${failure.message}`;
  return [
    { ...state, failures: [...state.failures, words] },
    [emit({ type: 'notice', level: 'warning', code: 'settle-failed', message: words }), unsubscribe],
  ];
}

export function afterUnsubscribe(state: State, failure: RpcFailure | null): Next {
  const words = failure && !isOver(state) && `Codex did not let go of the conversation: ${failure.message}`;
  const next: State = {
    ...state,
    life: state.life === 'settling' ? 'settled' : state.life,
    failures: words ? [...state.failures, words] : state.failures,
  };
  return [
    next,
    [...(words ? [emit({ type: 'notice', level: 'warning', code: 'settle-failed', message: words })] : []), told(next)],
  ];
}

const told = (state: State): Effect => tell({ of: 'settle', cleaned: state.cleaned, failures: state.failures });

/**
 * Stop's first piece. Open permissions are answered with `cancel`, which ends the turn as well; then `turn/interrupt`.
 * A turn whose id isn't known yet is interrupted as soon as it is.
 */
export function interrupt(state: State, limitMs: number): Next {
  const isOpen = (request: OpenRequest) => request.id !== null && request.answering.as === 'decision';
  const [next, withdrawn] = withdrawRequests(state, isOpen);
  const cancels: Effect[] = [
    ...[...state.requests.values()].flatMap((request): Effect[] =>
      isOpen(request) && request.id !== null ? [{ do: 'reply', id: request.id, result: { decision: 'cancel' } }] : [],
    ),
    ...withdrawn,
  ];
  if (state.turn)
    return [
      { ...next, interrupting: true },
      [
        ...cancels,
        {
          do: 'call',
          purpose: { for: 'interrupt' },
          method: 'turn/interrupt',
          params: { threadId: state.threadId, turnId: state.turn.id },
          limitMs,
        },
      ],
    ];
  if (state.starting > 0) return [{ ...next, interruptLimitMs: limitMs, interrupting: true }, cancels];
  const [after, effects] = afterInterrupt({ ...next, interrupting: true });
  return [after, [...cancels, ...effects]];
}

/** Tells who waits for an interrupt that the turn is over, and which messages were not read: they are dropped. */
export function afterInterrupt(state: State): Next {
  if (!state.interrupting || state.turn || state.starting > 0) return [state, []];
  return [
    { ...state, interrupting: false, interruptLimitMs: null, unread: [] },
    [tell({ of: 'interrupt', returned: state.unread.map((message) => message.id) })],
  ];
}

const isOver = (state: State) => state.life === 'closed' || state.life === 'gone';
