/** A value that changes, in the shape React's `useSyncExternalStore` takes; nothing here knows React. */
export interface Store<Value> {
  /** Calls `listener` after each change; the returned function stops that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => Value;
}

export interface Cell<Value> extends Store<Value> {
  set(value: Value): void;
  readonly listeners: () => number;
}

/** A store that its owner sets. `tell` says when listeners hear of it (at once, or once a frame). */
export function cell<Value>(first: Value, tell: (listeners: ReadonlySet<() => void>) => void): Cell<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // The same function may be given twice; each has its own way out.
      const own = (): void => listener();
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
    getSnapshot: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      tell(listeners);
    },
    listeners: () => listeners.size,
  };
}

/**
 * Gathers changed stores and tells their listeners together: at once, or when `schedule` calls back (give it
 * `requestAnimationFrame`, and a window hears of a thousand events once a frame).
 */
export function teller(schedule?: (flush: () => void) => void): (listeners: ReadonlySet<() => void>) => void {
  const waiting = new Set<ReadonlySet<() => void>>();
  const flush = (): void => {
    const changed = [...waiting];
    waiting.clear();
    for (const listeners of changed) for (const listener of [...listeners]) listener();
  };
  return (listeners) => {
    const scheduled = waiting.size > 0;
    waiting.add(listeners);
    if (scheduled) return;
    if (schedule) schedule(flush);
    else flush();
  };
}
