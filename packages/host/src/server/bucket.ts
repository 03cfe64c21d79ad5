/** Counts what comes: `take` says how many milliseconds to wait before the next may come; 0 while it's not too much. */
export function openBucket(options: {
  readonly burst: number;
  readonly perSecond: number;
  readonly now?: () => number;
}): { take(): number } {
  const { burst, perSecond, now = () => performance.now() } = options;
  let left = burst;
  let at = now();
  return {
    take() {
      const time = now();
      left = Math.min(burst, left + ((time - at) / 1000) * perSecond) - 1;
      at = time;
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000);
    },
  };
}
