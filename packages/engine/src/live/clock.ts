import type { Clock } from '../types.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** The promise's value, or `undefined` when it takes longer than `ms`, or fails. */
export function within<Value>(clock: Clock, promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const take = clock.after(ms, () => resolve(undefined));
    promise.then(
      (value) => {
        take();
        resolve(value);
      },
      () => {
        take();
        resolve(undefined);
      },
    );
  });
}
