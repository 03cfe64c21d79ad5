import type { Clock } from '../../src/index.ts';

/** A clock that goes only when it is told to. */
export function handClock(): Clock & { readonly waiting: () => number; pass(ms: number): Promise<void> } {
  let time = Date.parse('2026-12-01T09:00:00Z');
  let timers: { at: number; call: () => void }[] = [];
  return {
    now: () => time,
    steady: () => time,
    after(ms, call) {
      const timer = { at: time + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    waiting: () => timers.length,
    /** Time passes; each timer is followed by everything that comes of it. */
    async pass(ms) {
      const end = time + ms;
      for (;;) {
        // Real work (files, promises) that was begun gets its turn before time goes on.
        for (let i = 0; i < 20; i++) await new Promise<void>((resolve) => setImmediate(resolve));
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        time = Math.max(time, next.at);
        next.call();
      }
      time = end;
    },
  };
}
