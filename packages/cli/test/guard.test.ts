import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isAlive, processStart } from '@bureau/containment';
import type { Receipt } from '@bureau/contracts';
import { until } from '@bureau/testing';

const bin = fileURLToPath(new URL('../bin/bureau.js', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'bureau-guard-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const start = (args: readonly string[], stdio: ('pipe' | 'ignore')[] = ['ignore', 'pipe', 'pipe']): ChildProcess =>
  spawn(process.execPath, [bin, 'guard', ...args], { stdio, env: { PATH: process.env['PATH'], HOME: dir } });
const codeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', (code) => resolve(code)));

async function guard(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(args);
  const [code, stdout, stderr] = await Promise.all([codeOf(child), text(child.stdout!), text(child.stderr!)]);
  return { code, stdout, stderr };
}
async function withReceipt(...args: string[]) {
  const path = join(dir, `receipt-${Math.random()}`);
  const result = await guard('--receipt', path, ...args);
  return { ...result, receipt: JSON.parse(readFileSync(path, 'utf8')) as Receipt };
}
const fileSays = (path: string): Promise<void> =>
  until(() => existsSync(path) && readFileSync(path, 'utf8') !== '', path);

describe('bureau guard', { skip: process.platform === 'linux' ? false : 'Linux only' }, () => {
  it('passes on the command’s own code, or 128 and its signal', async () => {
    assert.equal((await guard('--', 'sh', '-c', 'exit 0')).code, 0);
    assert.equal((await guard('--', 'sh', '-c', 'exit 42')).code, 42);
    assert.equal((await guard('--', 'sh', '-c', 'kill -9 $$')).code, 137);
    assert.equal((await guard('--', 'sh', '-c', 'kill -TERM $$')).code, 143);
  });

  it('126 and 127 for a command that cannot be run', async () => {
    const missing = await guard('--', 'no-such-program');
    assert.deepEqual([missing.code, missing.stdout], [127, '']);
    assert.match(missing.stderr, /no-such-program/);
    assert.equal((await guard('--', '/etc/passwd')).code, 126);
  });

  it('2 for wrong use, and nothing is done', async () => {
    const file = join(dir, 'touched');
    const wrong = [
      ['--bad', '--'],
      ['--timeout', 'x', '--'],
      ['--grace', '1.5', '--'],
      ['--max-line', '0', '--'],
      ['--timeout', '0', '--'],
    ];
    for (const options of wrong) {
      const { code, stderr, stdout } = await guard(...options, 'touch', file);
      assert.deepEqual([code, stdout], [2, ''], options.join(' '));
      assert.match(stderr, /bureau guard/);
    }
    assert.equal((await guard()).code, 2);
    assert.equal((await guard('--')).code, 2);
    assert.equal(existsSync(file), false);
  });

  it('passes bytes through exactly, also when it watches them', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
    const file = join(dir, 'bytes');
    writeFileSync(file, bytes);
    for (const options of [[], ['--idle-timeout', '60'], ['--max-line', '1000000']]) {
      const child = start([...options, '--', 'cat', file]);
      const [code, out] = await Promise.all([codeOf(child), buffer(child.stdout!)]);
      assert.equal(code, 0);
      assert.ok(out.equals(bytes), options.join(' '));
    }
  });

  it('ends what the command left, and says so in the receipt', async () => {
    const { code, receipt } = await withReceipt('--grace', '0', '--', 'sh', '-c', 'setsid sleep 720 & exit 3');
    assert.equal(code, 3);
    assert.deepEqual([receipt.gone, receipt.left, receipt.kept, receipt.reason], [true, [], [], 'exit']);
    assert.deepEqual(receipt.exit, { code: 3, signal: null });
    assert.deepEqual(receipt.ended.map((one) => one.how).sort(), ['KILL', 'exited']);
    assert.equal(receipt.endedCount, 2);
    const left = receipt.ended.find((one) => one.how === 'KILL')!;
    assert.ok(Date.parse(left.startedAt) > Date.now() - 3_600_000);
    assert.ok(receipt.ms.total >= receipt.ms.freeze && receipt.ms.freeze >= 0);
    assert.match(receipt.proof, /^(cgroup|subreaper)$/);
    assert.ok(receipt.mechanisms.includes('subreaper'));
    assert.equal(isAlive(left.pid), false);
  });

  it('gives what was left a TERM and the grace before it kills', async () => {
    const deaf = 'trap "" TERM; while :; do sleep 0.1; done';
    const { receipt } = await withReceipt(
      '--grace',
      '300',
      '--',
      'sh',
      '-c',
      `setsid sh -c '${deaf}' & setsid sleep 721 & sleep 0.2`,
    );
    assert.equal(receipt.gone, true);
    const how = (part: string): string | undefined => receipt.ended.find((one) => one.command.startsWith(part))?.how;
    assert.deepEqual([how('sleep 721'), how('sh -c trap')], ['TERM', 'KILL']);
  });

  it('124 at a time limit and at silence, 1 for a long line', async () => {
    const timed = await withReceipt('--timeout', '0.5', '--grace', '0', '--', 'sleep', '722');
    assert.deepEqual([timed.code, timed.receipt.reason, timed.receipt.gone], [124, 'timeout', true]);
    const idle = await withReceipt('--idle-timeout', '0.5', '--', 'sh', '-c', 'echo once; sleep 723');
    assert.deepEqual([idle.code, idle.receipt.reason, idle.stdout], [124, 'idle', 'once\n']);
    const line = await withReceipt('--max-line', '100', '--', 'sh', '-c', 'printf %200d 1; sleep 724');
    assert.deepEqual([line.code, line.receipt.reason], [1, 'line']);
    const exact = await guard('--max-line', '100', '--', 'printf', '%100d\n', '1');
    assert.equal(exact.code, 0);
  });

  it('a signal to it ends everything: 128 and its number', async () => {
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
      ['SIGHUP', 129],
    ] as const) {
      const file = join(dir, `pid-${signal}`);
      const child = start(['--', 'sh', '-c', `setsid sh -c 'echo $$ > ${file}; exec sleep 725' & wait`]);
      await fileSays(file);
      const pid = Number(readFileSync(file, 'utf8'));
      const began = processStart(pid);
      child.kill(signal);
      assert.equal(await codeOf(child), code);
      assert.equal(began !== undefined && isAlive(pid, began), false);
    }
  });

  it('a second signal takes the grace away', async () => {
    const file = join(dir, 'deaf');
    const child = start([
      '--grace',
      '600000',
      '--',
      'sh',
      '-c',
      `trap "" TERM; echo 1 > ${file}; while :; do sleep 0.1; done`,
    ]);
    await fileSays(file);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    // The system may deliver two waiting signals in either order.
    assert.ok([130, 143].includes((await codeOf(child))!));
  });

  it('its own death by SIGKILL ends everything', async () => {
    const file = join(dir, 'pid-killed');
    const child = start(['--', 'sh', '-c', `setsid sh -c 'echo $$ > ${file}; exec sleep 726' & wait`]);
    await fileSays(file);
    const pid = Number(readFileSync(file, 'utf8'));
    const began = processStart(pid)!;
    child.kill('SIGKILL');
    await until(() => !isAlive(pid, began));
  });

  it('--with-parent: its parent’s death ends everything', async () => {
    const file = join(dir, 'pid-orphan');
    const script = `${process.execPath} ${bin} guard --with-parent -- sh -c 'echo $$ > ${file}; exec sleep 727' & wait`;
    const parent = spawn('sh', ['-c', script], { stdio: 'ignore', env: { PATH: process.env['PATH'], HOME: dir } });
    await fileSays(file);
    const pid = Number(readFileSync(file, 'utf8'));
    const began = processStart(pid)!;
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid, began));
  });

  it('--leave lets go of what was left, and keeps the command’s code', async () => {
    const { code, receipt } = await withReceipt(
      '--leave',
      '--',
      'sh',
      '-c',
      'setsid sleep 30 > /dev/null 2>&1 & exit 6',
    );
    assert.equal(code, 6);
    assert.deepEqual([receipt.gone, receipt.left.length, receipt.left[0]?.why], [false, 1, 'asked to leave']);
    const { pid } = receipt.left[0]!;
    const began = processStart(pid);
    assert.ok(began !== undefined, 'it goes on');
    process.kill(pid, 'SIGKILL');
    const none = await withReceipt('--leave', '--', 'sh', '-c', 'exit 7');
    assert.deepEqual([none.code, none.receipt.gone], [7, true]);
  });

  it('--json tells on file 3 when it is open, else on stderr', async () => {
    const child = start(['--json', '--', 'sh', '-c', 'echo out; exit 5'], ['ignore', 'pipe', 'pipe', 'pipe']);
    const [code, out, err, events] = await Promise.all([
      codeOf(child),
      text(child.stdout!),
      text(child.stderr!),
      text(child.stdio[3] as NodeJS.ReadableStream),
    ]);
    assert.deepEqual([code, out, err], [5, 'out\n', '']);
    const told = events
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      told.map((one) => one.event),
      ['started', 'exit', 'stopped'],
    );
    assert.ok(told[0].pid > 0);
    assert.deepEqual([told[1].code, told[1].signal], [5, null]);
    assert.equal(told[2].receipt.gone, true);
    const other = await guard('--json', '--', 'true');
    assert.deepEqual(
      other.stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
      ['started', 'exit', 'stopped'],
    );
  });

  it('gives an empty standard input unless --stdin', async () => {
    const child = start(['--stdin', '--', 'cat'], ['pipe', 'pipe', 'pipe']);
    child.stdin!.end('given');
    assert.equal(await text(child.stdout!), 'given');
    const none = start(['--', 'cat'], ['pipe', 'pipe', 'pipe']);
    assert.equal(await text(none.stdout!), '');
    none.stdin!.end();
  });

  it('names what was handed to somebody else', async () => {
    const { receipt } = await withReceipt('--', 'sh', '-c', 'false && docker run -d nginx; false && echo x | at now');
    assert.deepEqual(receipt.handedOver, [
      { to: 'docker', command: 'docker run -d nginx' },
      { to: 'at', command: 'at now' },
    ]);
  });

  it('ends in time although nobody reads its output', async () => {
    const child = start([
      '--max-line',
      '100000000',
      '--timeout',
      '1',
      '--grace',
      '0',
      '--',
      'sh',
      '-c',
      'while :; do echo 0123456789; done',
    ]);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    assert.equal(code, 124);
  });

  it('ends when its output has no reader any more', async () => {
    const child = start(['--max-line', '1000', '--', 'sh', '-c', 'while echo x; do :; done; exit 9']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const code = await new Promise((resolve) => child.once('exit', resolve));
    assert.notEqual(code, null);
  });
});
