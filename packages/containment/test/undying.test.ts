import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isAlive, processStart, startHeld } from '@bureau/containment';
import { until } from '@bureau/testing';
import { linuxOnly, rootOnly, shell } from './shell.ts';

/** The freezer of cgroup version 1 keeps a process from ending, whatever it is sent, as a hung disk does. */
const freezer = '/sys/fs/cgroup/freezer';
const noFreezer = existsSync(join(freezer, 'cgroup.procs')) ? false : 'there is no freezer of cgroup version 1';

describe('a process that the kernel does not let end', { skip: linuxOnly || rootOnly || noFreezer }, () => {
  for (const cgroup of [true, false]) {
    it(`is named as left, in bounded time, ${cgroup ? 'with' : 'without'} a cgroup; nothing is claimed`, async () => {
      const folder = join(freezer, `bureau-test-${process.pid}-${cgroup}`);
      mkdirSync(folder);
      const held = startHeld(shell('sleep 740 & sleep 741 & wait', { cgroup }));
      try {
        assert.ok((await held.started).ok);
        await until(async () => (await held.list()).length === 3);
        const stuck = (await held.list()).find((one) => one.command === 'sleep 740')!;
        const start = processStart(stuck.pid)!;
        writeFileSync(join(folder, 'cgroup.procs'), String(stuck.pid));
        writeFileSync(join(folder, 'freezer.state'), 'FROZEN');
        await until(() => readFileSync(join(folder, 'freezer.state'), 'utf8').startsWith('FROZEN'));
        const receipt = await held.stop();
        assert.deepEqual([receipt.gone, receipt.proof], [false, 'none']);
        assert.deepEqual(
          receipt.left.map((one) => [one.pid, one.command]),
          [[stuck.pid, 'sleep 740']],
        );
        assert.match(receipt.left[0]!.why, /killed.*not let it end/);
        assert.equal(receipt.endedCount, 2);
        assert.equal(isAlive(stuck.pid, start), true);
        // It stays held: when the kernel lets go of it, it ends, and only then is the hold over.
        writeFileSync(join(folder, 'freezer.state'), 'THAWED');
        assert.deepEqual(await held.closed, { lost: false });
        assert.equal(isAlive(stuck.pid, start), false);
        assert.equal((await held.stop()).gone, true);
      } finally {
        writeFileSync(join(folder, 'freezer.state'), 'THAWED');
        await held.stop();
        await until(() => readFileSync(join(folder, 'cgroup.procs'), 'utf8') === '');
        rmdirSync(folder);
      }
    });
  }
});
