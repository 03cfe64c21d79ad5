import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Held, isAlive, processStart, startHeld } from '@bureau/containment';
import { until } from '@bureau/testing';
import { loadLibc } from '../src/linux/libc.ts';
import { signalExactly } from '../src/linux/signal.ts';
import { linuxOnly, rootOnly, shell } from './shell.ts';

describe('innocents live through a stop (gptme#768, wazuh#38155)', { skip: linuxOnly }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'bureau-innocents-'));
  const children: ChildProcess[] = [];
  let other: Held;
  let task: Held;

  const innocent = (
    command: string,
    args: string[],
    env: Record<string, string> = {},
  ): { pid: number; start: string } => {
    const child = spawn(command, args, {
      cwd: dir,
      detached: true,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], ...env },
    });
    children.push(child);
    return { pid: child.pid!, start: processStart(child.pid!)! };
  };
  const living = new Map<string, { pid: number; start: string }>();

  before(async () => {
    writeFileSync(join(dir, 'open.txt'), 'text');
    living.set(
      'a server of the user in the same folder',
      innocent(process.execPath, ['-e', 'require("node:http").createServer().listen(0, "127.0.0.1")']),
    );
    living.set('an editor with a file of the folder open', innocent('tail', ['-f', join(dir, 'open.txt')]));
    living.set('a process with the same name and arguments', innocent('sleep', ['670']));
    living.set('an old daemon of the user', innocent('setsid', ['-w', 'sleep', '671']));
    living.set('a process that carries the name of the task', innocent('sleep', ['672'], { BUREAU_TASK: 'test' }));
    other = startHeld(shell('sleep 670 & wait', { cwd: dir }));
    task = startHeld(shell('sleep 670 & setsid tail -f open.txt & wait', { cwd: dir }));
    assert.ok((await other.started).ok && (await task.started).ok);
    await until(async () => (await other.list()).length === 2 && (await task.list()).length === 3);
    for (const one of await other.list()) {
      living.set(`the other task: ${one.command}`, { pid: one.pid, start: processStart(one.pid)! });
    }
    const receipt = await task.stop();
    assert.equal(receipt.gone, true);
    assert.equal(receipt.endedCount, 3);
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await other.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  for (const name of [
    'a server of the user in the same folder',
    'an editor with a file of the folder open',
    'a process with the same name and arguments',
    'an old daemon of the user',
    'a process that carries the name of the task',
    'the other task: sh -c sleep 670 & wait',
    'the other task: sleep 670',
  ]) {
    it(name, () => {
      const one = living.get(name);
      assert.ok(one, 'it ran');
      assert.equal(isAlive(one.pid, one.start), true);
    });
  }

  const noNumbers = existsSync('/proc/sys/kernel/ns_last_pid') ? false : 'this kernel lets nobody choose a pid';
  it('processes that really got the pids of ended ones', { skip: rootOnly || noNumbers }, async () => {
    const program = fileURLToPath(new URL('../../../testing/src/escapees/reused-pid.ts', import.meta.url));
    // A shell is the first process there: it collects orphans, whose numbers stay taken else.
    const inside = ['-p', '-f', '--kill-child', '--mount-proc', 'sh', '-c', '"$0" "$1"; exit $?'];
    const { stdout } = await promisify(execFile)('unshare', [...inside, process.execPath, program], {
      timeout: 60_000,
      killSignal: 'SIGKILL',
      env: { PATH: process.env['PATH'], HOME: dir, TMPDIR: dir },
    });
    const told = JSON.parse(stdout) as { innocents: number; hit: unknown[]; facts: Record<string, unknown[]> };
    assert.deepEqual([told.innocents, told.hit], [10, []]);
    for (const cgroup of [true, false]) {
      assert.deepEqual(told.facts[`live, cgroup ${cgroup}`], [true, 0, false, true, [], []]);
      const [left, state, ended, found] = told.facts[`lost, cgroup ${cgroup}`]!;
      assert.deepEqual([left, state, ended, found], [[], 'gone', 0, []]);
    }
  });

  it('a pid that was given to somebody else between the look and the signal', async () => {
    const libc = await loadLibc();
    const { pid, start } = living.get('a process with the same name and arguments')!;
    const earlier = String(Number(start) - 1);
    assert.equal(
      signalExactly(libc, pid, 9, (stat) => stat.startTicks === earlier),
      'other',
    );
    assert.equal(isAlive(pid, start), true);
  });
});

describe('keep this one running (vibe-kanban#1509, t3code#10955, claude-code#88942)', { skip: linuxOnly }, () => {
  for (const cgroup of [true, false]) {
    it(`a dev server and what it starts live on ${cgroup ? 'with' : 'without'} a cgroup`, async () => {
      const held = startHeld(shell('sh -c "sleep 680 & sleep 681 & wait" & sleep 682 & wait', { cgroup }));
      assert.ok((await held.started).ok);
      await until(async () => (await held.list()).length === 5);
      const server = (await held.list()).find((one) => one.command.startsWith('sh -c sleep 680'))!;
      assert.equal(await held.keep(server.pid), true);
      const receipt = await held.stop();
      assert.equal(receipt.gone, true);
      assert.deepEqual(receipt.kept.map((one) => one.command).sort(), [
        'sh -c sleep 680 & sleep 681 & wait',
        'sleep 680',
        'sleep 681',
      ]);
      assert.deepEqual(
        (await held.list()).map((one) => one.kept),
        [true, true, true],
      );
      const second = await held.stopOne(server.pid);
      assert.equal(second.gone, true);
      assert.equal(second.endedCount, 3);
      assert.deepEqual(await held.closed, { lost: false });
    });
  }

  it('neither the agent itself nor a stranger can be kept', async () => {
    const held = startHeld(shell('sleep 690'));
    const started = await held.started;
    assert.ok(started.ok);
    assert.deepEqual(
      [await held.keep(started.pid), await held.keep(process.pid), await held.keep(1)],
      [false, false, false],
    );
    await held.stop();
  });
});
