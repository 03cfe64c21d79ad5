import type { Action } from '@bureau/contracts';

/** The exact text of an action, for the details; a change of a megabyte is cut there. */
export function exactOf(action: Action): string {
  const text = action.kind === 'command' ? action.command : JSON.stringify(action.input, null, 2);
  return (text ?? '').slice(0, 20_000);
}
