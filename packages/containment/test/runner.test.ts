import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contain, isAlive, type LimitError, lines, run, type StartFailure } from '@bureau/containment';
import { until } from '@bureau/testing';
import { linuxOnly, shell } from './shell.ts';

const dir = mkdtempSync(join(tmpdir(), 'bureau-runner-'));
after(() => rmSync(dir, { recursive: true, force: true }));
let count = 0;

/** A script that leaves a process behind, which says its pid and start in a file; `rest` goes on after it. */
function leaving(rest: string): { script: string; left(): Promise<void>; gone(): Promise<void> } {
  const file = join(dir, `left-${count++}`);
  const say = `cut -d' ' -f1,22 /proc/$$/stat > ${file}.new; mv ${file}.new ${file}; exec sleep 700`;
  return {
    script: `setsid sh -c "${say.replaceAll('$', '\\$')}" & while [ ! -e ${file} ]; do sleep 0.01; done; ${rest}`,
    left: () => until(() => existsSync(file), file),
    gone: () =>
      until(() => {
        const [pid, start] = readFileSync(file, 'utf8').trim().split(' ');
        return !isAlive(Number(pid), start);
      }),
  };
}

describe('run', { skip: linuxOnly }, () => {
  it('empties the hold when the process ends, and gives all it printed', async () => {
    const work = leaving(
      'i=0; while [ $i -lt 5000 ]; do echo 0123456789012345678901234567890; i=$((i+1)); done; exit 4',
    );
    const result = await run(shell(work.script));
    assert.ok(result.ok);
    assert.deepEqual([result.code, result.stdout.length, result.reason, result.limit], [4, 160_000, 'exit', null]);
    assert.equal((await result.emptied).gone, true);
    await work.gone();
  });

  it('a limit for the whole run', async () => {
    const work = leaving('echo before; sleep 700');
    const result = await run(shell(work.script), { timeoutMs: 1000 });
    assert.ok(result.ok);
    assert.deepEqual(result.limit, { reason: 'timeout', limit: 1000 });
    assert.deepEqual([result.code, result.signal, result.reason], [null, null, 'timeout']);
    assert.equal((await result.emptied).gone, true);
    await work.gone();
  });

  it('a limit for silence, which output puts off', async () => {
    const work = leaving('for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done; sleep 700');
    const result = await run(shell(work.script), { idleMs: 900 });
    assert.ok(result.ok);
    assert.deepEqual(result.limit, { reason: 'idle', limit: 900 });
    assert.match(result.stdout, /6\n$/);
    assert.equal((await result.emptied).reason, 'idle');
    await work.gone();
  });

  it('an oversized line', async () => {
    const work = leaving('printf %2000d 1; sleep 700');
    const result = await run(shell(work.script), { lineBytes: 1000 });
    assert.ok(result.ok);
    assert.deepEqual(result.limit, { reason: 'line', limit: 1000 });
    assert.equal((await result.emptied).gone, true);
    await work.gone();
  });

  it('a wish to stop', async () => {
    const work = leaving('echo going; sleep 700');
    const stop = new AbortController();
    const running = run(shell(work.script), { stop: stop.signal });
    await work.left();
    stop.abort();
    const result = await running;
    assert.ok(result.ok);
    assert.equal(result.reason, 'stop');
    await work.gone();
  });

  it('lets a child that tidies up print on without a broken pipe', async () => {
    const out = join(dir, 'tidied');
    const script = `trap 'i=0; while [ $i -lt 3000 ]; do echo tidying up a lot here, line $i || exit 1; i=$((i+1)); done; echo whole > ${out}; exit 0' TERM
      echo ready; while :; do sleep 0.05; done`;
    const result = await run(shell(script), { idleMs: 500, graceMs: 60_000 });
    assert.ok(result.ok);
    const receipt = await result.emptied;
    assert.deepEqual(receipt.exit, { code: 0, signal: null });
    assert.equal(readFileSync(out, 'utf8'), 'whole\n');
  });

  it('asks first with INT, then with TERM, and kills last; each has its own delay', async () => {
    const heard = join(dir, 'heard');
    const script = `trap "echo INT >> ${heard}" INT; trap "echo TERM >> ${heard}" TERM; echo ready; while :; do sleep 0.02; done`;
    const result = await run(shell(script), {
      idleMs: 600,
      firstSignal: { signal: 'SIGINT', delayMs: 400 },
      graceMs: 400,
    });
    assert.ok(result.ok);
    const receipt = await result.emptied;
    assert.equal(readFileSync(heard, 'utf8'), 'INT\nTERM\n');
    assert.equal(receipt.ended.find((one) => one.command.startsWith('sh'))?.how, 'KILL');
    assert.deepEqual([receipt.gone, receipt.exit], [true, { code: null, signal: 'SIGKILL' }]);
  });

  for (const kind of ['run', 'lines', 'contain'] as const) {
    it(`${kind}: the death of the process that runs it ends all of it`, async () => {
      const work = leaving('while :; do echo line; sleep 0.05; done');
      const owner = join(dir, `owner-${kind}.ts`);
      const door = fileURLToPath(new URL('../src/index.ts', import.meta.url));
      const call = kind === 'lines' ? 'for await (const _ of lines(spec));' : `await ${kind}(spec);`;
      writeFileSync(
        owner,
        `import { ${kind} } from ${JSON.stringify(door)}; const spec = ${JSON.stringify(shell(work.script))}; ${call}`,
      );
      const child = spawn(process.execPath, [owner], {
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], HOME: dir },
      });
      await work.left();
      child.kill('SIGKILL');
      await work.gone();
    });
  }

  it('leaves no timer behind when it ends by itself', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const result = await run(shell('true'), { timeoutMs: 3_600_000, idleMs: 3_600_000 });
    assert.ok(result.ok);
    await result.emptied;
    await until(() => timers() <= before + 1);
  });

  it('cuts output that is too much, and says so', async () => {
    const result = await run(shell('printf %5000d 1'), { outputBytes: 100 });
    assert.ok(result.ok);
    assert.deepEqual([result.stdout.length, result.cut], [100, true]);
  });

  it('a command that cannot be started is a result', async () => {
    const result = await run(shell('', { command: 'no-such-program' }));
    assert.ok(!result.ok);
    assert.equal(result.error.code, 'not-found');
  });
});

describe('lines', { skip: linuxOnly }, () => {
  it('gives each line, the last one without an end too', async () => {
    const work = leaving('printf "one\\ntwo\\r\\n\\nlast"');
    const all = lines(shell(work.script));
    const got: string[] = [];
    for await (const line of all) got.push(line);
    assert.deepEqual(got, ['one', 'two', '', 'last']);
    assert.equal((await all.emptied).gone, true);
    await work.gone();
  });

  it('an early break ends the command without making the caller wait', async () => {
    const work = leaving('while :; do echo line; sleep 0.01; done');
    const all = lines(shell(work.script));
    for await (const line of all) {
      assert.equal(line, 'line');
      break;
    }
    const receipt = await all.emptied;
    assert.deepEqual([receipt.gone, receipt.reason], [true, 'stop']);
    await work.gone();
  });

  it('leaving while a silent command is waited for does not wait for it', async () => {
    const work = leaving('echo line; sleep 700');
    const all = lines(shell(work.script));
    const reading = all[Symbol.asyncIterator]();
    assert.deepEqual(await reading.next(), { done: false, value: 'line' });
    const waited = reading.next();
    await reading.return!();
    assert.deepEqual(await waited, { done: true, value: undefined });
    assert.deepEqual(await reading.next(), { done: true, value: undefined });
    assert.deepEqual([(await all.emptied).gone, (await all.emptied).reason], [true, 'stop']);
    await work.gone();
  });

  it('leaves no timer behind when the command ends by itself', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const all = lines(shell('echo line'), { timeoutMs: 3_600_000, idleMs: 3_600_000 });
    for await (const line of all) assert.equal(line, 'line');
    await all.emptied;
    await until(() => timers() <= before + 1);
  });

  it('an exception in the consumer ends the command, and stays what it is', async () => {
    const work = leaving('while :; do echo line; sleep 0.01; done');
    const all = lines(shell(work.script));
    await assert.rejects(async () => {
      for await (const _ of all) throw new RangeError('mine');
    }, RangeError);
    assert.equal((await all.emptied).gone, true);
    await work.gone();
  });

  it('an oversized line is an error that names the limit', async () => {
    const work = leaving('echo fine; printf %4000d 1; sleep 700');
    const all = lines(shell(work.script), { lineBytes: 1024 });
    const got: string[] = [];
    await assert.rejects(
      async () => {
        for await (const line of all) got.push(line);
      },
      (error: LimitError) => {
        assert.deepEqual([error.name, error.limit], ['LimitError', { reason: 'line', limit: 1024 }]);
        assert.match(error.message, /1024 bytes/);
        return true;
      },
    );
    assert.deepEqual(got, ['fine']);
    assert.equal((await all.emptied).reason, 'line');
    await work.gone();
  });

  it('silence and the whole run have their limits', async () => {
    for (const limits of [{ idleMs: 700 }, { timeoutMs: 700 }]) {
      const work = leaving('echo once; sleep 700');
      const all = lines(shell(work.script), limits);
      await assert.rejects(
        async () => {
          for await (const _ of all);
        },
        (error: LimitError) => error.limit.limit === 700,
      );
      assert.equal((await all.emptied).gone, true);
      await work.gone();
    }
  });

  it('a slow reader is not taken for silence, and holds the output back', async () => {
    const all = lines(shell('i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done'), { idleMs: 1500 });
    let last = -1;
    let held = 0;
    for await (const line of all) {
      if (Number(line) === 300) {
        const asked = performance.now();
        await until(() => performance.now() - asked > 2000);
        held++;
      }
      assert.equal(Number(line), last + 1);
      last = Number(line);
    }
    assert.deepEqual([last, held], [19_999, 1]);
  });

  it('a command that cannot be started throws what is wrong', async () => {
    await assert.rejects(
      async () => {
        for await (const _ of lines(shell('', { command: 'no-such-program' })));
      },
      (error: StartFailure) => error.name === 'StartFailure' && error.start.code === 'not-found',
    );
  });
});

describe('contain', { skip: linuxOnly }, () => {
  it('passes output on in order and waits for a slow taker', async () => {
    let taken = '';
    const result = await contain(shell('echo a; echo b; exit 2'), {
      onOutput: async (_, chunk) => {
        await new Promise((resolve) => setImmediate(resolve));
        taken += chunk.toString();
      },
    });
    assert.ok(result.ok);
    assert.deepEqual([taken, result.exit.code, result.reason, result.receipt.gone], ['a\nb\n', 2, 'exit', true]);
  });

  it('a second wish hurries the first', async () => {
    const stop = new AbortController();
    const hurry = new AbortController();
    const result = await contain(shell('trap "" TERM; while :; do sleep 0.1; done'), {
      graceMs: 600_000,
      stop: stop.signal,
      hurry: hurry.signal,
      onStarted() {
        stop.abort();
        setImmediate(() => hurry.abort());
      },
    });
    assert.ok(result.ok);
    assert.deepEqual([result.reason, result.receipt.gone], ['signal', true]);
  });
});
