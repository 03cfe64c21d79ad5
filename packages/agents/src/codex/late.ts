import type { State } from './state.ts';

/**
 * What keeps a late message from waking a task. Codex sends completions after their turn has ended, after a clean was
 * answered and (to a client that is still subscribed) after an unsubscribe; every order is a replay test, which also
 * shows that it fails without the guard.
 */
export interface Guards {
  /** May anything new begin: a turn, a step, a request, background work? */
  mayWake(state: State): boolean;
  /** Has this turn ended already? */
  isLate(state: State, turnId: string): boolean;
  /** Was this step closed by Bureau before Codex said how it ended? Then its state stays `interrupted`. */
  wasClosed(state: State, stepId: string): boolean;
}

export const guards: Guards = {
  mayWake: (state) => state.life === 'starting' || state.life === 'open',
  isLate: (state, turnId) => state.endedTurns.includes(turnId),
  wasClosed: (state, stepId) => state.closedSteps.includes(stepId),
};
