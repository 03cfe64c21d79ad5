/** Milliseconds of a frame at 60 a second. */
const frameMs = 16;

/** Runs `flush` at once for the first wish, and then at most once a frame. */
export function openFrame(flush: () => void): { want(): void; close(): void } {
  let wanted = false;
  let first: NodeJS.Immediate | null = null;
  let gate: NodeJS.Timeout | null = null;
  const run = (): void => {
    first = null;
    wanted = false;
    gate = setTimeout(() => {
      gate = null;
      if (wanted) run();
    }, frameMs);
    flush();
  };
  return {
    want() {
      if (wanted) return;
      wanted = true;
      // Not in this turn of the loop: what follows directly goes along.
      if (!gate) first = setImmediate(run);
    },
    close() {
      if (first) clearImmediate(first);
      if (gate) clearTimeout(gate);
      wanted = true;
    },
  };
}
