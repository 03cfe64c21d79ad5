import type { Action, Reading } from '@bureau/contracts';
import type { Look, ReadingContext } from '@bureau/plain-words';
import type { Deps } from '../live/live.ts';

/** Looks at what a reading names: does it exist, where do links lead, how much is it. Bounded by files and time. */
export async function look(
  _deps: Deps,
  _action: Action,
  _reading: Reading,
  _context: ReadingContext,
): Promise<Look | null> {
  return null;
}
