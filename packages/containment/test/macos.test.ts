import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Eyes, endLineage } from '../src/macos/end-lineage.ts';
import { grow, type Lineage, living, type Scanned } from '../src/macos/lineage.ts';

const process = (pid: number, unique: number, parentUnique: number, more: Partial<Scanned> = {}): Scanned => ({
  pid,
  unique: BigInt(unique),
  parentUnique: BigInt(parentUnique),
  name: `p${pid}`,
  uid: 501,
  stopped: false,
  zombie: false,
  startedAt: '',
  tag: null,
  ...more,
});
const started = (): Lineage => new Map([[10n, process(100, 10, 1)]]);

describe('the lineage on macOS', () => {
  it('follows unique ids, whatever became of the parents', () => {
    const lineage = started();
    grow(lineage, [process(100, 10, 1), process(101, 11, 10)], 'h');
    // 101 has ended; its child was handed to launchd, and tells its spawner still.
    const scan = [process(100, 10, 1), process(102, 12, 11), process(103, 13, 12)];
    assert.equal(grow(lineage, scan, 'h'), 2);
    assert.deepEqual(
      living(lineage, scan, new Set()).map((one) => one.pid),
      [100, 102, 103],
    );
  });
  it('is not led astray by a pid that was used again', () => {
    const lineage = started();
    grow(lineage, [process(100, 10, 1), process(101, 11, 10)], 'h');
    const scan = [process(100, 10, 1), process(101, 99, 1)];
    assert.deepEqual(
      living(lineage, scan, new Set()).map((one) => one.pid),
      [100],
    );
  });
  it('finds by the tag what forked twice between two scans, unless its environment is hidden', () => {
    const lineage = started();
    const scan = [process(100, 10, 1), process(105, 25, 24, { tag: 'h' }), process(106, 26, 25), process(107, 37, 36)];
    grow(lineage, scan, 'h');
    assert.deepEqual(
      living(lineage, scan, new Set()).map((one) => one.pid),
      [100, 105, 106],
    );
  });
  it('leaves out what is spared, with its descendants', () => {
    const lineage = started();
    const scan = [process(100, 10, 1), process(101, 11, 10), process(102, 12, 11), process(103, 13, 10)];
    grow(lineage, scan, 'h');
    assert.deepEqual(
      living(lineage, scan, new Set([11n])).map((one) => one.pid),
      [100, 103],
    );
  });
});

/** A table in which running processes fork and end at every scan, as `steps` say; ended parents vanish at once. */
function world(steps: readonly number[], refusing: readonly number[] = []) {
  const all = new Map<bigint, { row: Scanned; lives: boolean }>();
  const put = (row: Scanned): void => void all.set(row.unique, { row, lives: true });
  put(process(100, 10, 1));
  put(process(900, 90, 1));
  let next = 0;
  let unique = 100;
  let clock = 0;
  const hit: bigint[] = [];
  const ours = (one: Scanned): boolean => {
    for (let at: Scanned | undefined = one; at; at = all.get(at.parentUnique)?.row) if (at.unique === 10n) return true;
    return false;
  };
  const running = (): Scanned[] =>
    [...all.values()].filter(({ row, lives }) => lives && ours(row)).map(({ row }) => row);
  const eyes: Eyes = {
    scan() {
      const free = running().filter((one) => !one.stopped);
      const step = steps[next++];
      const actor = step === undefined ? undefined : free[step % Math.max(1, free.length)];
      // One thing happens between two scans: with two (a fork, and the end of who forked in between) the thread is lost.
      if (actor && step! % 3 !== 0) put(process(200 + unique, unique, Number(actor.unique))), unique++;
      else if (actor) all.get(actor.unique)!.lives = false;
      return [...all.values()].filter(({ lives }) => lives).map(({ row }) => row);
    },
    signal(one, signal) {
      const entry = all.get(one.unique);
      if (!entry?.lives) return 'gone';
      if (!ours(entry.row)) hit.push(one.unique);
      if (refusing.includes(one.pid)) return 'refused';
      if (signal === 'SIGKILL') entry.lives = false;
      if (signal === 'SIGSTOP') entry.row = { ...entry.row, stopped: true };
      return 'sent';
    },
    rest: async () => {},
    now: () => clock++,
  };
  return { eyes, running, hit };
}

describe('ending a lineage', () => {
  it('leaves nothing and touches no stranger, and claims no proof', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 1000 }), { maxLength: 200 }), async (steps) => {
        const { eyes, running, hit } = world(steps);
        const ending = await endLineage(eyes, started(), 'h', new Set());
        assert.deepEqual(running(), []);
        assert.deepEqual([hit, ending.gone, ending.proof, ending.left], [[], false, 'scan', []]);
      }),
    );
  });
  it('names a process of another user, in bounded time', async () => {
    const { eyes } = world([], [100]);
    const ending = await endLineage(eyes, started(), 'h', new Set());
    assert.deepEqual(
      ending.left.map((one) => [one.pid, one.why]),
      [[100, 'other-user']],
    );
  });
});
