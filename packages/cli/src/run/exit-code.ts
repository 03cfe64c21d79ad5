import type { TaskEvent } from '@bureau/contracts';

/** What decides the exit code of a run, gathered from its events. */
export interface Outcome {
  readonly lastTurnFailed: boolean;
  readonly gone: boolean;
  readonly how: string | null;
}
export const noOutcome: Outcome = { lastTurnFailed: false, gone: true, how: null };

export function gatherOutcome(outcome: Outcome, event: TaskEvent): Outcome {
  switch (event.type) {
    case 'turn':
      return event.origin === 'user' && event.state !== 'started'
        ? { ...outcome, lastTurnFailed: event.state === 'failed' }
        : outcome;
    case 'stopped':
      return { ...outcome, gone: event.receipt.gone };
    case 'ended':
      return { ...outcome, how: event.how };
    default:
      return outcome;
  }
}

/** 0 finished, or stopped and proved gone; 1 could not start or its last turn failed; 3 something is left. */
export function exitCodeOf({ lastTurnFailed, gone, how }: Outcome): 0 | 1 | 3 {
  if (!gone) return 3;
  if (how === 'failed' || how === 'lost') return 1;
  return lastTurnFailed && how !== 'stopped' ? 1 : 0;
}
