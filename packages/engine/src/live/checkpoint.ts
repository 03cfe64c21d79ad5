import { isWide } from '../folder/wide.ts';
import { undoLimits } from '../undo/limits.ts';
import { within } from './clock.ts';
import type { Deps, Live } from './live.ts';
import { apply } from './live.ts';

/**
 * Takes the folder before a turn may change it; the words wait for that, but not for ever. Where it takes longer, the
 * task is told that what changes first may not be undoable.
 */
export async function checkpointBefore(deps: Deps, live: Live): Promise<void> {
  if (live.taken) return void (await within(deps.clock, live.taken, undoLimits.waitMs));
  const { folder } = live.state;
  if (isWide(folder, deps.options.home)) return;
  let done = false;
  live.taken = deps.undo
    .before(live.task, folder)
    .catch((error) => unkept(deps, live, error))
    .finally(() => {
      done = true;
    });
  await within(deps.clock, live.taken, undoLimits.waitMs);
  if (!done)
    apply(deps, live, {
      type: 'notice',
      level: 'info',
      code: 'undo-late',
      message: 'The folder is large, so what the agent changes in its first moments may not be possible to put back.',
    });
}

/** Writes down how a turn left the folder. */
export function checkpointAfter(deps: Deps, live: Live): Promise<void> {
  if (!live.taken) return live.left;
  const { taken } = live;
  live.taken = null;
  live.left = taken
    .then(() => deps.undo.after(live.task, live.state.folder))
    .catch((error) => unkept(deps, live, error));
  return live.left;
}

function unkept(deps: Deps, live: Live, error: unknown): void {
  deps.options.log?.('warning', 'A checkpoint could not be taken.', { task: live.task, error: String(error) });
  apply(deps, live, {
    type: 'notice',
    level: 'warning',
    code: 'undo-failed',
    message: `The folder could not be copied for «Put back»: ${error instanceof Error ? error.message : String(error)}`,
  });
}
