import type { OwnHost } from '@bureau/host/launch';

const lookMs = 10_000;
/** A closed window may come back, after a crash or an update. */
const unusedMs = 120_000;

/** Resolves when for two minutes no window was open and no task ran: nobody would miss the host then. */
export function untilUnused(own: OwnHost): Promise<string> {
  return new Promise((resolve) => {
    let used = performance.now();
    const timer = setInterval(() => {
      if (own.host.windows() > 0 || own.running() > 0) used = performance.now();
      if (performance.now() - used < unusedMs) return;
      clearInterval(timer);
      resolve('no window is open and nothing runs');
    }, lookMs);
    timer.unref();
  });
}
