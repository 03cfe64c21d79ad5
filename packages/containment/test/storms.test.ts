import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { isAlive, startHeld } from '@bureau/containment';
import { limitPids, stormScript, until } from '@bureau/testing';
import { linuxOnly, shell } from './shell.ts';

limitPids(3000);
const storms = process.env['CI'] ? 200 : 24;
const atOnce = 4;

describe('storms of processes end with nothing left and no false word', { skip: linuxOnly }, () => {
  const root = mkdtempSync(join(tmpdir(), 'bureau-storms-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  const storm = async (seed: number): Promise<void> => {
    const dir = join(root, String(seed));
    mkdirSync(dir);
    const strength = 10 + ((seed * 37) % 90);
    const workers = (): string[] => {
      try {
        return readFileSync(join(dir, 'workers'), 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    };
    const held = startHeld(
      shell('exec perl "$0" "$@"', {
        args: ['-c', 'exec perl "$0" "$@"', stormScript, String(seed), String(strength), dir],
        cgroup: seed % 2 === 0,
      }),
    );
    held.stdout?.resume();
    held.stderr?.resume();
    const started = await held.started;
    assert.ok(started.ok);
    const wanted = 1 + ((seed * 13) % Math.floor(strength / 3));
    let over = false;
    void held.closed.then(() => {
      over = true;
    });
    // A storm may halt itself altogether before it has grown so far.
    const quietMs = 1500;
    let seen = 0;
    let since = performance.now();
    await until(() => {
      const count = workers().length;
      if (count !== seen) since = performance.now();
      seen = count;
      return over || count >= wanted || performance.now() - since > quietMs;
    });
    const receipt = await held.stop({ graceMs: seed % 5 === 0 ? 40 : 0 });
    const text = JSON.stringify({ seed, receipt });
    assert.equal(receipt.gone, true, text);
    assert.deepEqual(receipt.left, [], text);
    for (const worker of workers()) {
      const [pid, start] = worker.split(' ');
      assert.equal(isAlive(Number(pid), start), false, `storm ${seed}: ${worker} lives on`);
    }
    assert.deepEqual(await held.closed, { lost: false });
    rmSync(dir, { recursive: true, force: true });
  };

  for (let first = 1; first <= storms; first += atOnce) {
    const seeds = Array.from({ length: Math.min(atOnce, storms - first + 1) }, (_, index) => first + index);
    it(`seeds ${seeds[0]} to ${seeds.at(-1)}`, async () => {
      await Promise.all(seeds.map(storm));
    });
  }
});
