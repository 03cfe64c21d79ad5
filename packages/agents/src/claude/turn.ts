import type { AgentError, TurnOrigin } from '@bureau/contracts';
import type { Conversation } from './state.ts';
import { type Out, withdraw } from './translate.ts';

/** A turn begins: the person's when a message of theirs is on its way, else one that a background job started. */
export function startTurn(
  state: Conversation,
  out: Out,
  origin: TurnOrigin = state.unread.size > 0 ? 'user' : 'background',
) {
  if (state.turn) return;
  state.turn = { origin };
  out.emit({
    type: 'turn-started',
    origin,
    ...(origin === 'background' ? { why: 'A job in the background ended.' } : {}),
  });
}

/** Everything that the protocol left open ends with its turn. */
export function endTurn(
  state: Conversation,
  out: Out,
  ended: 'completed' | 'interrupted' | 'failed',
  error?: AgentError,
  origin?: TurnOrigin,
) {
  for (const id of [...state.requests.keys()]) withdraw(state, id, out);
  for (const stepId of [...state.steps.keys()]) {
    const { name } = state.steps.get(stepId)!;
    // A sub-agent works on in the background after the turn that started it.
    if (ended === 'completed' && (name === 'Agent' || name === 'Task')) continue;
    state.steps.delete(stepId);
    if (name !== 'AskUserQuestion' && name !== 'ExitPlanMode')
      out.emit({ type: 'step-ended', stepId, state: 'interrupted' });
  }
  const of = origin ?? state.turn?.origin ?? 'user';
  if (!state.turn) out.emit({ type: 'turn-started', origin: of });
  state.turn = null;
  state.blocks.clear();
  state.streaming.clear();
  out.emit({ type: 'turn-ended', state: ended, origin: of, ...(error ? { error } : {}) });
}
