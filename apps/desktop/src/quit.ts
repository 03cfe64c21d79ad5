import type { TaskSummary } from '@bureau/contracts';

/** What the person is asked before the app goes. */
export type QuitStep = 'quit' | 'ask';
export type QuitAnswer = 'stop' | 'background' | 'stay';

export const running = (tasks: readonly TaskSummary[]): readonly TaskSummary[] =>
  tasks.filter(({ state }) => state !== 'ended');

/** Nothing runs: quit. Something runs: the person decides. */
export const quitStep = (tasks: readonly TaskSummary[]): QuitStep => (running(tasks).length === 0 ? 'quit' : 'ask');
