/** What ends a command from outside; a limit that isn't given doesn't hold. */
export interface Limits {
  /** For the whole run, from its start. */
  readonly timeoutMs?: number;
  /** Without a byte on stdout or stderr, while its reader is reading. */
  readonly idleMs?: number;
  /** For one line on stdout or stderr, its end not counted. */
  readonly lineBytes?: number;
}

/** The limit that was reached, and how high it was. */
export interface LimitHit {
  readonly reason: 'timeout' | 'idle' | 'line';
  readonly limit: number;
}

/** The clock of one run. */
export interface LimitWatch {
  /** Resolves with the first limit that is reached; never when none is. */
  readonly hit: Promise<LimitHit>;
  /** The command runs now. */
  begin(): void;
  /** A piece of output came; true when it holds a line beyond the limit. */
  saw(stream: 'stdout' | 'stderr', chunk: Buffer): boolean;
  /** The reader of the output takes no more for now: silence is not the command's fault. */
  held(isHeld: boolean): void;
  /** The command ended by itself: no timer is left. */
  cancel(): void;
}

export function watchLimits(limits: Limits): LimitWatch {
  const { timeoutMs, idleMs, lineBytes } = limits;
  const { promise: hit, resolve } = Promise.withResolvers<LimitHit>();
  const lengths = { stdout: 0, stderr: 0 };
  let timeout: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let over = false;
  let begun = false;
  let isHeld = false;
  const armIdle = (): void => {
    clearTimeout(idle);
    if (idleMs === undefined || over || !begun || isHeld) return;
    idle = longTimer(idleMs, () => reach('idle', idleMs));
  };
  const cancel = (): void => {
    over = true;
    clearTimeout(timeout);
    clearTimeout(idle);
  };
  const reach = (reason: LimitHit['reason'], limit: number): void => {
    if (over) return;
    cancel();
    resolve({ reason, limit });
  };
  return {
    hit,
    begin() {
      if (over) return;
      if (timeoutMs !== undefined) timeout = longTimer(timeoutMs, () => reach('timeout', timeoutMs));
      begun = true;
      armIdle();
    },
    saw(stream, chunk) {
      // A timer that was cleared must not be woken by this.
      if (begun && !over && !isHeld) idle?.refresh();
      if (lineBytes === undefined) return false;
      const seen = longestLine(chunk, lengths[stream]);
      lengths[stream] = seen.open;
      if (seen.longest <= lineBytes) return false;
      reach('line', lineBytes);
      return true;
    },
    held(now) {
      isHeld = now;
      armIdle();
    },
    cancel,
  };
}

/** A timer beyond 2^31 ms (24 days) would fire at once; that far away, it need not fire at all. */
function longTimer(ms: number, done: () => void): NodeJS.Timeout {
  return setTimeout(done, Math.min(ms, 2 ** 31 - 1));
}

/** The longest line in a chunk, given how long the line is that it goes on with, and how long the last one is so far. */
export function longestLine(chunk: Uint8Array, open: number): { longest: number; open: number } {
  const lineFeed = 10;
  let longest = 0;
  let from = 0;
  let before = open;
  for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
    longest = Math.max(longest, before + end - from);
    before = 0;
    from = end + 1;
  }
  const rest = before + chunk.length - from;
  return { longest: Math.max(longest, rest), open: rest };
}
