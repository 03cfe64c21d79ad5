import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TaskEvent } from '@bureau/contracts';
import { type Engine, openLocal } from '@bureau/host/local';
import { until } from '@bureau/testing';
import { type Places, places, startRun } from './start-run.ts';

async function engineOn(t: TestContext, on: Places): Promise<Engine> {
  const opened = await openLocal({ dataDir: on.data, env: on.env, idleReleaseMs: null });
  assert.ok(opened.ok);
  t.after(() => opened.engine.close());
  return opened.engine;
}
const practice = (on: Places) => ['--json', '--agent', 'practice', '--folder', on.work, 'go'];

describe('a run beside another Bureau on the same data', () => {
  it('is seen there, is not taken for dead, and can be stopped from there', async (t) => {
    const on = places(t);
    const run = startRun(t, practice(on), on.env);
    await run.until('request');
    const task = run.events[0]!.task;
    const engine = await engineOn(t, on);
    assert.deepEqual(await engine.recover(), [], 'its owner lives');
    assert.equal(engine.summary(task)?.state, 'waiting');
    const seen: TaskEvent[] = [];
    engine.onTasks(() => undefined);
    engine.onEvents((of, events) => {
      if (of === task) seen.push(...events);
    });
    const { requestId } = await run.until('request');
    const elsewhere = await engine.command(task, { type: 'answer', requestId, answer: 'deny' });
    assert.ok(!elsewhere.ok && elsewhere.error.code === 'not-here');
    const stopped = await engine.command(task, { type: 'stop' });
    assert.ok(stopped.ok && 'receipt' in stopped);
    assert.equal((await run.over).code, 0);
    await until(() => seen.at(-1)?.type === 'ended');
    assert.equal(engine.summary(task)?.how, 'stopped');
    assert.equal(engine.snapshot(task)?.receipt?.gone, true);
  });

  it('is told when two tasks work in one folder', async (t) => {
    const on = places(t);
    const first = startRun(t, practice(on), on.env);
    await first.until('request');
    const second = startRun(t, practice(on), on.env);
    const notice = await second.until('notice', ({ code }) => code === 'shared-folder');
    assert.match(notice.message, /«go»/);
    first.endInput();
    second.endInput();
    assert.equal((await first.over).code, 0);
    assert.equal((await second.over).code, 0);
  });

  it('goes on in another process, in the same session, after it has ended', async (t) => {
    const on = places(t);
    const run = startRun(t, practice(on), on.env);
    const { agentSessionId } = await run.until('session');
    await run.until('request');
    run.endInput();
    await run.over;
    const task = run.events[0]!.task;
    const engine = await engineOn(t, on);
    const news = Promise.withResolvers<TaskEvent>();
    engine.onEvents((_, events) => {
      const session = events.find(({ type }) => type === 'session');
      if (session) news.resolve(session);
    });
    await engine.calls['task.resume']({ task, text: 'again' });
    const session = await news.promise;
    assert.ok(session.type === 'session' && session.agentSessionId === agentSessionId);
    await engine.command(task, { type: 'stop' });
    const seqs = engine.events(task, 1, 10_000).map(({ seq }) => seq);
    assert.deepEqual(seqs, [...new Set(seqs)]);
  });
});

describe('an agent that misbehaves', () => {
  /** Programs of a few lines that act as a Codex would never. */
  const faults: readonly [name: string, program: string, code: number][] = [
    ['exits at once', 'exit 3', 1],
    ['floods stderr and exits', 'head -c 5000000 /dev/zero | tr "\\0" x >&2; exit 1', 1],
    ['sends NULs and torn lines and exits', 'printf "\\0\\0{\\n{\\"id\\":\\n]]\\n"; exit 0', 1],
    ['closes its output and stays', 'exec >&-; sleep 100', 1],
  ];
  for (const [name, program, code] of faults)
    it(`${name}: a clear word in bounded time, and nothing left`, async (t) => {
      const on = places(t);
      const path = join(on.home, 'codex');
      writeFileSync(path, `#!/bin/sh\n${program}\n`, { mode: 0o755 });
      const run = startRun(t, ['--json', '--agent', 'codex', '--folder', on.work, 'go'], {
        ...on.env,
        BUREAU_CODEX_PATH: path,
      });
      const ended = await run.until('ended');
      assert.equal(ended.how, 'failed');
      assert.ok(ended.message && ended.message.length > 10);
      assert.equal((await run.until('stopped')).receipt.gone, true);
      assert.equal((await run.over).code, code);
    });

  it('is given a prompt of a megabyte', async (t) => {
    const on = places(t);
    const file = join(on.home, 'prompt');
    writeFileSync(file, 'word '.repeat(210_000));
    const run = startRun(t, ['--json', '--agent', 'practice', '--folder', on.work, '--prompt-file', file], on.env);
    assert.equal((await run.until('task')).prompt.length, 1_050_000);
    await run.until('request');
    run.endInput();
    assert.equal((await run.over).code, 0);
  });
});

describe('bureau run as a conversation', () => {
  it('shows cards as text, takes numbers, own words and /finish, and has no colours in a pipe', async (t) => {
    const on = places(t);
    const run = startRun(t, ['--agent', 'practice', '--folder', on.work, 'go'], on.env);
    const shows = (text: RegExp) => until(() => text.test(run.shown()));
    await shows(/1 {2}Blue[\s\S]*Your answer: $/);
    run.send('1');
    await shows(/Create index\.html and note\.txt\?[\s\S]*1 {2}Yes, go ahead[\s\S]*Your answer: $/);
    run.send('9');
    await shows(/Answer with one of the numbers/);
    run.send('1');
    await shows(/Created index\.html and note\.txt[\s\S]*rm note\.txt[\s\S]*Your answer: $/);
    const number = run
      .shown()
      .match(/(\d) {2}No, do it differently/g)!
      .at(-1)![0];
    run.send(`${number} keep it please`);
    await shows(/keep it please/);
    run.send('/stop');
    const { code, stdout } = await run.over;
    assert.equal(code, 0);
    assert.match(stdout, /Stopped: \d+ process/);
    assert.doesNotMatch(stdout, /\u001b/);
  });
});
