import type { Engine } from '@bureau/engine';
import { startHost } from '@bureau/host';
import { connect } from '@bureau/host/client';
import { onEngine } from '../engine/on-engine.ts';
import { type Row, round } from '../row.ts';

const token = 'bench-token-bench-token-bench-token-bench-t';
const events = 200_000;
const atOnce = 1_000;
const ahead = 3_000;

/** Events from the host's feed through a real socket into a window's rows; both ends share this process's core. */
export const socketSpeed = (): Promise<Row[]> =>
  onEngine(async ({ engine, task, dataDir, session }) => {
    session.emit({ type: 'turn-started', origin: 'user' });
    const listeners = new Set<Parameters<Engine['onEvents']>[0]>();
    // The journal has its own bench: here events come from memory.
    const fed: Engine = {
      ...engine,
      onEvents(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const started = await startHost({
      engine: fed,
      dataDir,
      home: '/home/ana',
      version: '0.0.0',
      token,
      ports: [0],
      windowDir: null,
      doctor: () => Promise.reject(new Error('no doctor here')),
      log: () => {},
    });
    if (!started.ok) throw new Error(started.error.message);
    const { host } = started;
    const line = connect({ url: host.url, token });
    try {
      const store = line.task(task);
      const reached = (seq: number): Promise<void> =>
        new Promise((resolve) => {
          if (store.getSnapshot().seq >= seq) return resolve();
          const stop = store.subscribe(() => {
            if (store.getSnapshot().seq < seq) return;
            stop();
            resolve();
          });
        });
      store.subscribe(() => {});
      await reached(1);
      const first = store.getSnapshot().seq;
      const done = reached(first + events);
      const begun = performance.now();
      const at = new Date().toISOString();
      for (let sent = 0; sent < events; sent += atOnce) {
        const batch = Array.from({ length: atOnce }, (_, index) => {
          const seq = first + sent + index + 1;
          return {
            seq,
            at,
            task,
            type: 'text',
            messageId: `m${seq >> 2}`,
            text: 'a few words ',
            final: false,
          } as const;
        });
        for (const listener of listeners) listener(task, batch);
        // A window that is far behind would be left out and sent a snapshot.
        await reached(first + sent + atOnce - ahead);
      }
      await done;
      const seconds = (performance.now() - begun) / 1000;
      const rate = events / seconds;
      return [
        {
          what: 'host → socket → window’s rows, batched',
          value: Math.round(rate),
          unit: 'events/s',
          limit: '≥ 50,000',
          met: rate >= 50_000,
        },
        { what: 'for 200,000 events', value: round(seconds), unit: 's' },
      ];
    } finally {
      line.close();
      await host.close('measured');
    }
  });
