import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type HoldSpec, run, type StartError, startHeld } from '@bureau/containment';
import { until } from '@bureau/testing';
import { linuxOnly, shell } from './shell.ts';

const dir = mkdtempSync(join(tmpdir(), 'bureau-start-'));
after(() => rmSync(dir, { recursive: true, force: true }));

writeFileSync(join(dir, 'plain'), 'text');
writeFileSync(join(dir, 'lost-interpreter'), '#!/no/such/program\n');
chmodSync(join(dir, 'lost-interpreter'), 0o755);
mkdirSync(join(dir, 'vanished'));

const cases: readonly [name: string, spec: Partial<HoldSpec>, code: StartError['code'], says: RegExp][] = [
  ['a name that is nowhere', { command: 'no-such-program' }, 'not-found', /no-such-program.*PATH/],
  ['a path that is not there', { command: '/no/such/program' }, 'not-found', /\/no\/such\/program/],
  ['an empty command', { command: '' }, 'not-found', /No command/],
  ['a file that may not be run', { command: join(dir, 'plain') }, 'not-executable', /plain/],
  ['a folder as a command', { command: dir }, 'not-executable', /program/],
  ['a script whose interpreter is missing', { command: join(dir, 'lost-interpreter') }, 'not-found', /first line/],
  ['a folder that is not there', { cwd: join(dir, 'nowhere') }, 'folder-missing', /nowhere/],
  ['a file as the folder', { cwd: join(dir, 'plain') }, 'not-a-folder', /plain/],
  ['a variable with a NUL byte', { env: { PATH: process.env['PATH'], ODD: 'a\0b' } }, 'bad-environment', /ODD/],
  ['a variable whose name holds =', { env: { PATH: process.env['PATH'], 'A=B': 'c' } }, 'bad-environment', /A=B/],
  ['an argument with a NUL byte', { args: ['a\0b'] }, 'other', /NUL/],
  ['one argument of 1 MB', { args: ['-c', `: ${'x'.repeat(1_000_000)}`] }, 'too-long', /bytes long/],
  ['3 MB of arguments', { args: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) }, 'too-long', /long/],
];

describe('a start that cannot be', { skip: linuxOnly }, () => {
  for (const [name, more, code, says] of cases) {
    it(name, async () => {
      const held = startHeld(shell('exit 0', more));
      const started = await held.started;
      assert.ok(!started.ok);
      assert.equal(started.error.code, code, started.error.message);
      assert.match(started.error.message, says);
      await held.exited;
      assert.deepEqual(await held.closed, { lost: false });
      const receipt = await held.stop();
      assert.deepEqual([receipt.gone, receipt.endedCount], [true, 0]);
    });
  }

  it('a folder that vanishes between the look and the start', async () => {
    const cwd = join(dir, 'vanished');
    const held = startHeld(shell('exit 0', { cwd }));
    rmSync(cwd, { recursive: true });
    const started = await held.started;
    // Either it was quick enough, or the error names the folder and not the command.
    if (!started.ok) assert.equal(started.error.code, 'folder-missing');
    await held.closed;
  });
});

describe('a start', { skip: linuxOnly }, () => {
  it('passes odd but possible text through', async () => {
    const odd = 'ÿ \n\t"\'$x `y` 한글 🙂';
    const result = await run(shell('printf "%s|%s" "$ODD" "$1"', { env: { PATH: process.env['PATH'], ODD: odd } }));
    assert.ok(result.ok);
    assert.equal(result.stdout, `${odd}|`);
  });

  it('takes 1 MB of arguments in all', async () => {
    const many = Array.from({ length: 10 }, () => 'x'.repeat(100_000));
    const result = await run({ ...shell(''), args: ['-c', 'echo $#', 'sh', ...many] });
    assert.ok(result.ok);
    assert.equal(result.stdout, '10\n');
  });

  it('gives the command nothing of the supervisor: no files, no signals ignored, its own session', async () => {
    const result = await run(
      shell('ls /proc/$$/fd; cut -d" " -f6 /proc/$$/stat; echo $$; grep SigIgn /proc/$$/status'),
    );
    assert.ok(result.ok);
    const lines = result.stdout.trim().split('\n');
    // A plain child has what this process was itself started with.
    const plain = execFileSync('sh', ['-c', 'ls /proc/$$/fd'], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(lines.slice(0, -3), plain);
    assert.equal(lines.at(-3), lines.at(-2));
    assert.match(lines.at(-1)!, /^SigIgn:\s+0+$/);
  });

  it('names the task and the hold in the environment', async () => {
    const result = await run(shell('echo $BUREAU_TASK; printf %s $BUREAU_HOLD | wc -c', { task: 'task-7' }));
    assert.ok(result.ok);
    assert.match(result.stdout, /^task-7\n\s*24\n$/);
  });

  it('shows its supervisor as no node', async () => {
    const result = await run(shell('cat /proc/$PPID/comm; tr "\\0" " " < /proc/$PPID/cmdline'));
    assert.ok(result.ok);
    assert.match(result.stdout, /^bureau-hold\nbureau-hold/);
    assert.doesNotMatch(result.stdout, /node/);
  });

  it('lets the end of the output be seen while the command goes on', async () => {
    const held = startHeld(shell('exec >&- 2>&-; exec sleep 600'));
    await new Promise((resolve) => {
      held.stdout?.once('end', resolve);
      held.stdout?.resume();
    });
    assert.equal((await held.list()).length, 1);
    assert.equal((await held.stop()).gone, true);
  });

  it('writes to a standard input that was asked for, and else gives an empty one', async () => {
    const given = await run(shell('cat'), { input: 'words' });
    const none = await run(shell('cat; echo end'));
    assert.ok(given.ok && none.ok);
    assert.deepEqual([given.stdout, none.stdout], ['words', 'end\n']);
  });

  it('lists what runs: command, folder, ports, memory and the step that started it', async () => {
    const server = `require("node:http").createServer().listen(0, "127.0.0.1")`;
    const script = `CODEX_TOOL_CALL_ID=call-9 ${JSON.stringify(process.execPath).replaceAll('"', "'")} -e '${server}' & wait`;
    const held = startHeld(shell(script, { cwd: dir }));
    const started = await held.started;
    assert.ok(started.ok);
    await until(async () => (await held.list()).some((one) => one.ports.length > 0));
    const list = await held.list();
    const found = list.find((one) => one.ports.length > 0)!;
    assert.equal(found.cwd, dir);
    assert.equal(found.stepId, 'call-9');
    assert.equal(found.parent, started.pid);
    assert.ok(found.memory! > 1_000_000 && found.cpu! >= 0);
    assert.ok(Math.abs(Date.parse(found.startedAt) - Date.now()) < 600_000);
    const agent = list.find((one) => one.isAgent)!;
    assert.deepEqual([agent.pid, agent.stepId, agent.kept], [started.pid, null, false]);
    assert.equal((await held.stop()).gone, true);
  });
});
