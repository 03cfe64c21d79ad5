import { release } from './leave.ts';
import type { Deps, Live } from './live.ts';

const defaultIdleMs = 15 * 60_000;

/** Lets an agent go that has nothing to do for a while; the next word brings it back in the same session. */
export function restWatch(deps: Deps, live: Live): void {
  live.takeIdle();
  const ms = deps.options.idleReleaseMs === undefined ? defaultIdleMs : deps.options.idleReleaseMs;
  if (ms === null || !rests(live)) return;
  live.takeIdle = deps.clock.after(ms, () => void letGoWhenIdle(deps, live));
}

/** What the agent doesn't know of (a server it left behind) keeps it as well. */
async function letGoWhenIdle(deps: Deps, live: Live): Promise<void> {
  const running = (await live.held?.list().catch(() => null)) ?? null;
  if (!rests(live)) return;
  if (running?.every(({ isAgent }) => isAgent)) await release(deps, live);
  else restWatch(deps, live);
}

const rests = (live: Live): boolean =>
  live.session !== null &&
  live.ready &&
  live.ending === null &&
  live.state.phase === 'idle' &&
  live.state.background.length === 0 &&
  live.state.saying.length === 0 &&
  Object.keys(live.state.requests).length === 0;
