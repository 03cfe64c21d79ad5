import { attempt } from './attempt.ts';
import { release } from './leave.ts';
import { apply, type Deps, type Live } from './live.ts';

/** Keeps an allowance that a person gave: it lasts as long as the agent's process. */
export function grant(deps: Deps, live: Live, requestId: string): void {
  const reach = live.reaches.get(requestId);
  if (reach === undefined) return;
  const at = new Date(deps.clock.now()).toISOString();
  attempt(deps, 'An allowance', () =>
    deps.journal.addGrant({ id: `${live.task}.${requestId}`, task: live.task, reach, at }),
  );
}

/**
 * Takes an allowance back. It lives in the agent's process (neither agent can be told to forget one), so the agent is
 * let go, at once or after its turn, and goes on in the same session, which starts without allowances.
 */
export function takeBack(deps: Deps, live: Live | undefined, reach: string): void {
  if (!live?.session || live.ending) return;
  const works = live.state.turn !== null;
  apply(deps, live, {
    type: 'notice',
    level: 'info',
    code: 'grant-revoked',
    message: works
      ? `Taken back: ${reach}. It holds until this turn has ended; then it is asked about again.`
      : `Taken back: ${reach}. From now on it is asked about again.`,
  });
  if (works) live.letGoAfterTurn = true;
  else void release(deps, live);
}
