import { launch } from './launch.ts';
import type { Deps, Live } from './live.ts';
import { pump } from './speak.ts';

/** Something waits to be said: to the agent that is there, or to one that is brought back in the same session. */
export function wake(deps: Deps, live: Live): void {
  if (live.session || live.launching) {
    pump(deps, live);
    return;
  }
  if (live.ending || live.state.phase === 'ended' || live.state.phase === 'stopping') return;
  if (live.state.saying.length > 0) void launch(deps, live, { again: true });
}
