import type { TaskEvent, TaskSnapshot } from '@bureau/contracts';
import { type Cell, cell, type Store } from './store.ts';
import { openFold, type TaskView } from './task-fold.ts';

/** One task, followed as long as somebody listens. */
export interface TaskStore extends Store<TaskView> {
  readonly task: string;
  /** Puts the whole of a past turn in the place of its row. What goes wrong stands in the row. */
  loadTurn(from: number): Promise<void>;
  /** Brings turns before the first row. */
  loadEarlier(): Promise<void>;
}
export interface FollowedTask extends TaskStore {
  readonly seq: () => number | undefined;
  reset(snapshot: TaskSnapshot): void;
  /** False: events are missing, ask again. */
  add(events: readonly TaskEvent[]): boolean;
  unknown(): void;
}

/** Events fetched at once when going back. */
const earlierEvents = 2_000;

export function openTaskStore(options: {
  readonly task: string;
  readonly tell: (listeners: ReadonlySet<() => void>) => void;
  readonly fetchEvents: (from: number, to: number) => Promise<readonly TaskEvent[]>;
  readonly onListeners: (count: number) => void;
}): FollowedTask {
  const { task } = options;
  const fold = openFold(task);
  const store: Cell<TaskView> = cell(fold.view(), options.tell);
  const show = (): void => store.set(fold.view());
  let earlier: Promise<void> | null = null;

  return {
    task,
    getSnapshot: store.getSnapshot,
    subscribe(listener) {
      const stop = store.subscribe(listener);
      options.onListeners(store.listeners());
      return () => {
        stop();
        options.onListeners(store.listeners());
      };
    },
    seq: () => (fold.view().status === 'ready' ? fold.view().seq : undefined),
    reset(snapshot) {
      fold.reset(snapshot);
      show();
    },
    add(events) {
      const result = fold.add(events);
      show();
      return result === 'ok';
    },
    unknown() {
      fold.unknown();
      show();
    },
    async loadTurn(from) {
      const past = fold.past(from);
      if (!past || past.row.loading) return;
      fold.exchange({ ...past.row, loading: true, problem: null });
      show();
      try {
        fold.fill(from, await options.fetchEvents(past.first, past.row.line.to));
      } catch (error) {
        fold.exchange({ ...past.row, loading: false, problem: error instanceof Error ? error.message : String(error) });
      }
      show();
    },
    loadEarlier() {
      earlier ??= (async () => {
        const to = fold.first() - 1;
        if (to < 1) return;
        const from = Math.max(1, to - earlierEvents + 1);
        const events = await options.fetchEvents(from, to);
        const turns = events.filter((event) => event.type === 'turn' && event.state === 'started').length;
        fold.prepend(events, from === 1 ? 0 : Math.max(0, fold.view().earlierTurns - turns));
        show();
      })().finally(() => {
        earlier = null;
      });
      return earlier;
    },
  };
}
