import type { AgentError, TurnOrigin } from '@bureau/contracts';
import type { Conversation } from './state.ts';
import { asksPerson } from './tools.ts';
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

/** Everything that the protocol left open ends with its turn; a sub-agent's own work goes on in the background. */
export function endTurn(
  state: Conversation,
  out: Out,
  ended: 'completed' | 'interrupted' | 'failed',
  error?: AgentError,
  origin?: TurnOrigin,
) {
  for (const [key, { ofSubAgent }] of [...state.requests]) if (!ofSubAgent) withdraw(state, key, out);
  const subAgents = new Set([...state.jobs.values()].map((job) => (job.isSubAgent ? job.stepId : undefined)));
  for (const [stepId, { parent }] of [...state.steps])
    if (parent === undefined && !subAgents.has(stepId)) closeStep(state, stepId, out);
  const of = origin ?? state.turn?.origin ?? 'user';
  if (!state.turn) out.emit({ type: 'turn-started', origin: of });
  state.turn = null;
  state.blocks.clear();
  state.streaming.clear();
  out.emit({ type: 'turn-ended', state: ended, origin: of, ...(error ? { error } : {}) });
}

/** Nothing more can come: whatever is open, of sub-agents too, is closed. */
export function closeAll(state: Conversation, out: Out) {
  for (const key of [...state.requests.keys()]) withdraw(state, key, out);
  for (const stepId of [...state.steps.keys()]) closeStep(state, stepId, out);
}

function closeStep(state: Conversation, stepId: string, out: Out) {
  const name = state.steps.get(stepId)?.name ?? '';
  state.steps.delete(stepId);
  if (!asksPerson(name)) out.emit({ type: 'step-ended', stepId, state: 'interrupted' });
}
