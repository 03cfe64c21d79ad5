import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findMeans, isAlive, processStart, recoverHold, run, startHeld } from '@bureau/containment';
import { until } from '@bureau/testing';
import { linuxOnly, shell } from './shell.ts';

describe('a hold', { skip: linuxOnly }, () => {
  it('finds means that can prove', async () => {
    const means = await findMeans();
    assert.ok(means.mechanisms.includes('subreaper'), means.detail);
    assert.equal(means.canProve, true);
  });

  it('runs a command, passes its output on, and ends what it left', async () => {
    const result = await run(shell('echo out; echo err >&2; setsid sleep 60 & exit 3'));
    assert.ok(result.ok);
    assert.deepEqual([result.code, result.stdout, result.stderr], [3, 'out\n', 'err\n']);
    const receipt = await result.emptied;
    assert.equal(receipt.gone, true);
    assert.deepEqual(receipt.ended.map((one) => [one.command, one.how]).sort(), [
      ['sh -c echo out; echo err >&2; setsid sleep 60 & exit 3', 'exited'],
      ['sleep 60', 'KILL'],
    ]);
    for (const one of receipt.ended) assert.equal(isAlive(one.pid), false);
  });

  it('keeps one process and ends the rest; the kept one is ended when it is asked for', async () => {
    const held = startHeld(shell('sleep 61 & sleep 62 & wait'));
    assert.ok((await held.started).ok);
    await until(async () => (await held.list()).filter((one) => one.command.startsWith('sleep')).length === 2);
    const wanted = (await held.list()).find((one) => one.command === 'sleep 62')!;
    const start = processStart(wanted.pid)!;
    assert.equal(await held.keep(wanted.pid), true);
    const receipt = await held.stop();
    assert.equal(receipt.gone, true);
    assert.deepEqual(receipt.kept, [{ pid: wanted.pid, command: 'sleep 62' }]);
    assert.equal(isAlive(wanted.pid, start), true);
    const second = await held.stopOne(wanted.pid);
    assert.equal(second.gone, true);
    assert.deepEqual(await held.closed, { lost: false });
    assert.equal(isAlive(wanted.pid, start), false);
  });

  it('takes its cgroup away when it ends', async () => {
    const held = startHeld(shell('exit 0'));
    const started = await held.started;
    assert.ok(started.ok);
    await held.closed;
    if (started.record.cgroup !== null) assert.equal(existsSync(started.record.cgroup), false);
  });

  it('says that another boot left nothing', async () => {
    const held = startHeld(shell('exit 0'));
    const started = await held.started;
    assert.ok(started.ok);
    await held.closed;
    const found = await recoverHold({ ...started.record, bootId: 'another' });
    assert.deepEqual([found.state, found.receipt.gone, found.receipt.proof], ['other-boot', true, 'boot']);
  });
});
