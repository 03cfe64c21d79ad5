import type { Journal } from './journal/journal.ts';
import { evolve } from './task/evolve.ts';
import { initialState, type TaskState } from './task/state.ts';

/** States of tasks that don't live here, folded from the journal when they are asked for; the last few are kept. */
export interface States {
  get(task: string): TaskState | null;
  put(state: TaskState): void;
  forget(task: string): void;
}

const kept = 20;

export function keepStates(journal: Journal): States {
  const known = new Map<string, TaskState>();
  const put = (state: TaskState): void => {
    known.delete(state.task);
    known.set(state.task, state);
    for (const task of known.keys()) {
      if (known.size <= kept) break;
      known.delete(task);
    }
  };
  return {
    put,
    forget: (task) => known.delete(task),
    get(task) {
      const state = known.get(task);
      if (state) return state;
      const opened = journal.open(task);
      if (!opened) return null;
      // Fields that an older Bureau did not keep get their first values.
      const start: TaskState =
        opened.state === null ? initialState : { ...initialState, ...(JSON.parse(opened.state) as TaskState) };
      const folded = opened.after.reduce(evolve, start);
      put(folded);
      return folded;
    },
  };
}
