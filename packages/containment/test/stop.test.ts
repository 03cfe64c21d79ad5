import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isAlive, startHeld } from '@bureau/containment';
import { limitPids, until } from '@bureau/testing';
import { linuxOnly, shell } from './shell.ts';

limitPids(3500);

describe('stop', { skip: linuxOnly }, () => {
  it('comes before the start has finished', async () => {
    const held = startHeld(shell('sleep 60'));
    const receipt = await held.stop();
    assert.equal(receipt.gone, true);
    const started = await held.started;
    if (started.ok) assert.equal(isAlive(started.pid), false);
    else assert.equal(started.error.code, 'stopped');
    assert.deepEqual(await held.closed, { lost: false });
  });

  it('drops all politeness when it is asked a second time during the first', async () => {
    const held = startHeld(shell('trap "" TERM INT; while :; do sleep 1; done'));
    assert.ok((await held.started).ok);
    const tenMinutes = 600_000;
    const both = await Promise.all([
      held.stop({ graceMs: tenMinutes, firstSignal: { signal: 'SIGINT', delayMs: tenMinutes } }),
      held.stop(),
    ]);
    for (const receipt of both) assert.deepEqual([receipt.gone, receipt.left], [true, []]);
  });

  it('lets a command that heeds TERM end by itself within the grace, without waiting it out', async () => {
    const held = startHeld(shell('trap "echo tidied; exit 0" TERM; echo ready; while :; do sleep 0.05; done'));
    let printed = '';
    held.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('ready'));
    const receipt = await held.stop({ graceMs: 600_000 });
    assert.equal(receipt.gone, true);
    assert.deepEqual(receipt.exit, { code: 0, signal: null });
    await until(() => printed.includes('tidied'));
    assert.ok(receipt.ended.every((one) => one.how === 'TERM'));
  });

  it('sends the first signal before TERM', async () => {
    const held = startHeld(shell('trap "echo int; exit 7" INT; echo ready; while :; do sleep 0.05; done'));
    let printed = '';
    held.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('ready'));
    const receipt = await held.stop({ graceMs: 600_000, firstSignal: { signal: 'SIGINT', delayMs: 600_000 } });
    assert.deepEqual(receipt.exit, { code: 7, signal: null });
  });

  it('does not let a TERM handler run its next line when there is no grace', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'bureau-stop-'));
    const held = startHeld(shell(`trap "echo bye" TERM; touch ${dir}/ready; sleep 60; touch ${dir}/acted; sleep 60`));
    await until(() => existsSync(join(dir, 'ready')), join(dir, 'ready'));
    const receipt = await held.stop();
    assert.equal(receipt.gone, true);
    assert.equal(existsSync(join(dir, 'acted')), false);
    rmSync(dir, { recursive: true });
  });

  it('has its receipt also when the command was gone already', async () => {
    const held = startHeld(shell('exit 9'));
    await held.closed;
    const receipt = await held.stop();
    assert.equal(receipt.gone, true);
    assert.deepEqual(receipt.exit, { code: 9, signal: null });
    assert.deepEqual(
      receipt.ended.map((one) => one.how),
      ['exited'],
    );
    assert.deepEqual(await held.list(), []);
  });

  it('lets go of output that a setsid child holds open (anomalyco/opencode#47350)', async () => {
    const held = startHeld(shell('setsid sleep 600 & echo done'));
    const ended = new Promise((resolve) => held.stdout?.once('end', resolve));
    held.stdout?.resume();
    await held.exited;
    assert.equal((await held.stop()).gone, true);
    await ended;
  });

  it('ends two thousand processes and counts them all', async () => {
    const script = 'i=0; while [ $i -lt 2000 ]; do sleep 600 & i=$((i + 1)); done; echo ready; wait';
    const held = startHeld(shell(script));
    let printed = '';
    held.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await until(() => printed.includes('ready'));
    const receipt = await held.stop();
    assert.equal(receipt.gone, true);
    assert.ok(receipt.endedCount >= 2001, `${receipt.endedCount} ended`);
    assert.equal(receipt.ended.length, 200);
  });

  it('ends the work and leaves the agent going on', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'bureau-stop-'));
    const script = `sleep 600 & setsid sleep 601 & (sleep 602 & sleep 603 & wait) & echo ready
      while [ ! -e ${dir}/go ]; do read -t 1 line 2>/dev/null; [ -e ${dir}/ask ] && touch ${dir}/answer; sleep 0.02; done`;
    const held = startHeld(shell(script));
    const started = await held.started;
    assert.ok(started.ok);
    await until(async () => (await held.list()).filter((one) => one.command.startsWith('sleep 60')).length === 4);
    const { ended } = await held.killWork();
    for (const name of ['sleep 600', 'sleep 601', 'sleep 602', 'sleep 603']) {
      const one = ended.find((process) => process.command === name);
      assert.ok(one, name);
      assert.equal(isAlive(one.pid), false);
    }
    assert.ok(!ended.some((one) => one.pid === started.pid));
    await until(() => !/^State:\s+[Tt]/m.test(readFileSync(`/proc/${started.pid}/status`, 'utf8')));
    assert.equal(isAlive(started.pid), true);
    assert.equal((await held.stop()).gone, true);
    rmSync(dir, { recursive: true });
  });

  it('ends one process and what it started, and nothing else', async () => {
    const held = startHeld(shell('sh -c "sleep 610 & sleep 611 & wait" & sleep 612 & wait'));
    await until(async () => (await held.list()).filter((one) => one.command.startsWith('sleep 61')).length === 3);
    const list = await held.list();
    const target = list.find((one) => one.command.startsWith('sh -c sleep 610'))!;
    const receipt = await held.stopOne(target.pid);
    assert.deepEqual(receipt.ended.map((one) => one.command).sort(), [
      'sh -c sleep 610 & sleep 611 & wait',
      'sleep 610',
      'sleep 611',
    ]);
    assert.deepEqual(
      (await held.list()).filter((one) => one.command.startsWith('sleep')).map((one) => one.command),
      ['sleep 612'],
    );
    assert.equal((await held.stop()).gone, true);
  });

  it('wakes a supervisor that something has halted', async () => {
    const held = startHeld(shell('sleep 60'));
    const started = await held.started;
    assert.ok(started.ok);
    process.kill(started.record.supervisor.pid, 'SIGSTOP');
    assert.equal((await held.stop()).gone, true);
  });

  it('holds fifty tasks at once', async () => {
    const all = Array.from({ length: 50 }, () => startHeld(shell('setsid sleep 600 & sleep 600')));
    const started = await Promise.all(all.map((held) => held.started));
    assert.ok(started.every((one) => one.ok));
    const receipts = await Promise.all(all.map((held) => held.stop()));
    assert.ok(receipts.every((receipt) => receipt.gone && receipt.left.length === 0));
  });
});
