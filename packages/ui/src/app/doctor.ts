import type { DoctorReport } from '@bureau/contracts';
import type { Connection } from '@bureau/host/client';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { wordsOf } from './app.tsx';

export interface Doctor {
  readonly report: DoctorReport | null;
  readonly busy: boolean;
  readonly failed: string | null;
}
export interface DoctorStore {
  readonly view: StoreApi<Doctor>;
  /** Looks for the agents again. */
  look(): Promise<void>;
}

const stores = new WeakMap<Connection, DoctorStore>();

/** What is found on this computer; looked for once, then on demand. */
export function doctorOf(line: Connection): DoctorStore {
  let store = stores.get(line);
  if (!store) {
    store = open(line);
    stores.set(line, store);
  }
  return store;
}

function open(line: Connection): DoctorStore {
  const view = createStore<Doctor>(() => ({ report: null, busy: false, failed: null }));
  return {
    view,
    async look() {
      if (view.getState().busy) return;
      view.setState({ busy: true, failed: null });
      try {
        view.setState({ report: await line.call('doctor', {}), busy: false });
      } catch (error) {
        view.setState({ busy: false, failed: wordsOf(error) });
      }
    },
  };
}
