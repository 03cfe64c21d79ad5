import type { AgentFound, AgentId } from '@bureau/contracts';

/** Whether work can be handed to it as it is. */
export const isReady = (found: AgentFound): boolean =>
  found.path !== null && found.login !== 'no' && (found.problem === undefined || found.problem.code === 'other');

/** The agent that is picked at first: the last one where it still is ready, else one that is, else the practice agent. */
export function firstChoice(agents: readonly AgentFound[], last: AgentId | null): AgentId {
  const ready = agents.filter((found) => found.agent !== 'practice' && isReady(found));
  if (last === 'practice' || ready.some(({ agent }) => agent === last)) return last!;
  return ready[0]?.agent ?? 'practice';
}

/** Ready ones on top; the practice agent first where there is no other, else last. */
export function inOrder(agents: readonly AgentFound[]): readonly AgentFound[] {
  const rank = (found: AgentFound) => (found.agent === 'practice' ? 1 : isReady(found) ? 0 : 2);
  return [...agents].sort((a, b) => rank(a) - rank(b));
}
