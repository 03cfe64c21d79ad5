import type { Store } from '@bureau/host/client';
import { useCallback, useSyncExternalStore } from 'react';

/** A store of the host's client in React. While the window is hidden changes only gather; they show when it's back. */
export function useLive<Value>(store: Store<Value>): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let missed = false;
      const stop = store.subscribe(() => {
        if (document.hidden) missed = true;
        else onChange();
      });
      const shown = () => {
        if (document.hidden || !missed) return;
        missed = false;
        onChange();
      };
      document.addEventListener('visibilitychange', shown);
      return () => {
        stop();
        document.removeEventListener('visibilitychange', shown);
      };
    },
    [store],
  );
  return useSyncExternalStore(subscribe, store.getSnapshot);
}
