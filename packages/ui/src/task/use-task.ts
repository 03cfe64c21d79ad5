import type { TaskStore, TaskView } from '@bureau/host/client';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the lines of one task's page share. */
export interface TaskPageContext {
  readonly task: string;
  readonly store: TaskStore;
  readonly opened: StoreApi<{ readonly keys: ReadonlySet<string> }>;
  toggle(key: string): void;
}

export function openPage(task: string, store: TaskStore): TaskPageContext {
  const opened = createStore<{ readonly keys: ReadonlySet<string> }>(() => ({ keys: new Set() }));
  return {
    task,
    store,
    opened,
    toggle: (key) =>
      opened.setState(({ keys }) => {
        const next = new Set(keys);
        if (!next.delete(key)) next.add(key);
        return { keys: next };
      }),
  };
}

export const PageContext = createContext<TaskPageContext | null>(null);
export function usePage(): TaskPageContext {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage is for parts of a task only.');
  return page;
}
export type { TaskView };
