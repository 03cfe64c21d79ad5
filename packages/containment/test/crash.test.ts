import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type HoldRecord, type HoldSpec, isAlive, processStart, recoverHold, startHeld } from '@bureau/containment';
import { until } from '@bureau/testing';
import { linuxOnly, rootOnly, shell } from './shell.ts';

const hostProgram = fileURLToPath(new URL('../../../testing/src/escapees/host.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'bureau-crash-'));
chmodSync(dir, 0o755);
after(() => rmSync(dir, { recursive: true, force: true }));

interface Told {
  readonly record: HoldRecord;
  readonly pids: readonly number[];
  readonly kept: boolean;
}

/** A host in a process of its own, that a test may kill. */
async function host(spec: HoldSpec, processes: number, keep?: string, as: readonly string[] = []) {
  const [command = process.execPath, ...before] = [...as, process.execPath];
  const child = spawn(command, [...before, hostProgram], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: dir },
  });
  child.stdin.end(JSON.stringify({ spec, processes, ...(keep === undefined ? {} : { keep }) }));
  const told = await new Promise<Told>((resolve) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Told));
  });
  const living = told.pids.map((pid) => ({ pid, start: processStart(pid) }));
  return { child, ...told, living };
}
const allGone = (living: readonly { pid: number; start: string | undefined }[]): Promise<void> =>
  until(() => living.every((one) => one.start === undefined || !isAlive(one.pid, one.start)));

const leaving = 'sleep 620 & setsid sleep 621 & (env -i setsid sleep 622 &) ; wait';

describe('the host is killed with -9', { skip: linuxOnly }, () => {
  it('everything is gone, and the next start says what happened (pingdotgg/t3code#5241, slopus/happy#1189)', async () => {
    const { child, record, living } = await host(shell(leaving, { recoverable: true }), 4);
    child.kill('SIGKILL');
    const found = await recoverHold(record);
    await allGone(living);
    assert.equal(found.state, 'gone');
    assert.equal(found.receipt.gone, true);
    assert.deepEqual(
      found.receipt.ended
        .map((one) => one.command)
        .filter((command) => command.startsWith('sleep'))
        .sort(),
      ['sleep 620', 'sleep 621', 'sleep 622'],
    );
    const again = await recoverHold(record);
    assert.equal(again.state, 'gone');
    assert.deepEqual(again.receipt.ended, []);
  });

  it('everything is gone although nobody asks', async () => {
    const { child, record, living } = await host(shell(leaving), 4);
    child.kill('SIGKILL');
    await allGone([...living, { pid: record.supervisor.pid, start: record.supervisor.startTicks }]);
    if (record.cgroup !== null) assert.equal(existsSync(record.cgroup), false);
  });

  it('kept work goes on, is found again, and ends when it is asked to', async () => {
    const script = `sleep 630 & ${process.execPath} -e 'require("node:http").createServer().listen(0, "127.0.0.1")' & wait`;
    const { child, record, kept, living } = await host(shell(script, { recoverable: true }), 3, process.execPath);
    assert.equal(kept, true);
    child.kill('SIGKILL');
    const found = await recoverHold(record);
    assert.equal(found.state, 'kept');
    await until(async () => (await found.kept!.list()).some((one) => one.ports.length > 0));
    const [server, ...others] = await found.kept!.list();
    assert.deepEqual([others.length, server!.ports.length, server!.kept], [0, 1, true]);
    assert.deepEqual(
      found.receipt.kept.map((one) => one.pid),
      [server!.pid],
    );
    await allGone(living.filter((one) => one.pid !== server!.pid));
    found.kept!.release();
    const again = await recoverHold(record);
    assert.equal(again.state, 'kept');
    const receipt = await again.kept!.stop();
    assert.equal(receipt.gone, true);
    await again.kept!.closed;
    await allGone([...living, { pid: record.supervisor.pid, start: record.supervisor.startTicks }]);
    assert.equal((await recoverHold(record)).state, 'gone');
  });

  it('an ordinary user’s work is gone too', { skip: rootOnly }, async () => {
    const as = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
    const { child, living } = await host(shell(leaving, { cwd: '/' }), 4, undefined, as);
    child.kill('SIGKILL');
    await allGone(living);
  });
});

describe('the supervisor is killed', { skip: linuxOnly }, () => {
  it('the cgroup ends and proves the rest', { skip: rootOnly }, async () => {
    const held = startHeld(shell(leaving));
    const started = await held.started;
    assert.ok(started.ok);
    if (started.record.cgroup === null) return;
    await until(async () => (await held.list()).length === 4);
    const living = (await held.list()).map(({ pid }) => ({ pid, start: processStart(pid) }));
    process.kill(started.record.supervisor.pid, 'SIGKILL');
    assert.deepEqual(await held.closed, { lost: true });
    const receipt = await held.stop();
    assert.deepEqual([receipt.gone, receipt.proof, receipt.endedCount], [true, 'cgroup', 4]);
    await allGone(living);
    assert.equal(existsSync(started.record.cgroup), false);
  });

  it('without a cgroup what can be found is ended, and nothing is claimed', async () => {
    const held = startHeld(shell('sleep 640 & setsid sleep 641 & wait', { cgroup: false }));
    const started = await held.started;
    assert.ok(started.ok);
    await until(async () => (await held.list()).length === 3);
    const living = (await held.list()).map(({ pid }) => ({ pid, start: processStart(pid) }));
    process.kill(started.record.supervisor.pid, 'SIGKILL');
    assert.deepEqual(await held.closed, { lost: true });
    const receipt = await held.stop();
    assert.deepEqual([receipt.gone, receipt.proof], [false, 'scan']);
    assert.equal(receipt.endedCount, 3);
    await allGone(living);
  });

  it('together with its host: the next start ends what is left', async () => {
    const { child, record, living } = await host(
      shell('sleep 650 & setsid sleep 651 & wait', { recoverable: true }),
      3,
    );
    child.kill('SIGSTOP');
    process.kill(record.supervisor.pid, 'SIGKILL');
    child.kill('SIGKILL');
    const found = await recoverHold(record);
    assert.equal(found.state, 'ended-now');
    assert.equal(found.receipt.endedCount, 3);
    assert.equal(found.receipt.gone, record.cgroup !== null);
    await allGone(living);
  });
});

describe('a process of another user', { skip: linuxOnly || rootOnly }, () => {
  it('is reported as left with its user, when only the sub-reaper holds it', async () => {
    // What sudo does: a program with the set-user-id bit that becomes root altogether.
    const become = join(dir, 'become-root');
    copyFileSync('/usr/bin/setpriv', become);
    chmodSync(become, 0o4755);
    const pidFile = join(dir, 'pid');
    writeFileSync(pidFile, '');
    chmodSync(pidFile, 0o666);
    const program = join(dir, 'stop-it.ts');
    const door = fileURLToPath(new URL('../src/index.ts', import.meta.url));
    writeFileSync(
      program,
      `import { startHeld } from ${JSON.stringify(door)};
       const held = startHeld({ command: 'sh', args: ['-c', ${JSON.stringify(
         `${become} --reuid 0 --regid 0 --clear-groups sh -c 'echo $$ > ${pidFile}; exec sleep 660' & sleep 661`,
       )}], cwd: '/', env: { PATH: '/usr/bin:/bin' }, task: 't', recoverable: false });
       await held.started;
       process.stdin.once('data', async () => { console.log(JSON.stringify(await held.stop())); process.exit(); });`,
    );
    const child = spawn(
      'setpriv',
      ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath, program],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { PATH: '/usr/bin:/bin', HOME: dir },
      },
    );
    await until(() => readFileSync(pidFile, 'utf8') !== '');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const start = processStart(pid);
    child.stdin.write('stop\n');
    const receipt = await new Promise<Awaited<ReturnType<ReturnType<typeof startHeld>['stop']>>>((resolve) => {
      createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line)));
    });
    try {
      assert.equal(receipt.gone, false);
      assert.equal(receipt.proof, 'none');
      assert.deepEqual(
        receipt.left.map((one) => [one.pid, one.user]),
        [[pid, 'root']],
      );
      assert.match(receipt.left[0]!.why, /root/);
      assert.ok(receipt.ended.some((one) => one.command === 'sleep 661'));
    } finally {
      if (start !== undefined && isAlive(pid, start)) process.kill(pid, 'SIGKILL');
    }
  });
});
