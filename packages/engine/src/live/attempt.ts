import type { Deps } from './live.ts';

/**
 * Writes something that is good to have beside the events. A journal that can't be written (full, locked) is told by
 * the writer already; it must not stand in the way of a stop, or of what an agent says.
 */
export function attempt(deps: Deps, what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    deps.options.log?.('warning', `${what} could not be written down.`, { error: String(error) });
  }
}
