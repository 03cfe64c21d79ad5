import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Receipt, RunningProcess, TaskSummary } from '@bureau/contracts';
import { type Connection, connect } from '@bureau/host/client';
import { until } from '@bureau/testing';
import { bureau, type Opened, open, places } from './start-open.ts';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const lines = <Value>(text: string): Value[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function window(t: TestContext, { url, token }: Opened): Connection {
  const line = connect({ url, token });
  t.after(() => line.close());
  return line;
}

/** Starts practice, and resolves when its first card waits. */
async function practise(line: Connection, folder: string): Promise<string> {
  const { task } = await line.start({ agent: 'practice', folder, prompt: 'show me' });
  const store = line.task(task);
  store.subscribe(() => {});
  await until(() => store.getSnapshot().requests.length > 0);
  return task;
}

describe('bureau open --json', () => {
  it('prints one line, keeps its things to itself, and ends at SIGTERM', async (t) => {
    const on = places(t);
    const opened = await open(t, on.env);
    assert.deepEqual(Object.keys(JSON.parse(opened.line)), ['url', 'pid', 'dataDir', 'version']);
    assert.match(opened.line, /"url":"http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}"/);
    assert.equal(opened.pid, opened.child.pid);
    assert.equal(opened.dataDir, on.data);
    assert.equal(readFileSync(join(on.data, 'token'), 'utf8').trim(), opened.token);
    assert.equal(mode(on.data), '700');
    for (const name of ['token', 'host.json', 'host.lock', 'log/host.1.log'])
      assert.equal(mode(join(on.data, name)), '600', name);
    const hello = await fetch(`${opened.url}/api/hello`, { headers: { authorization: `Bearer ${opened.token}` } });
    assert.equal(((await hello.json()) as { pid: number }).pid, opened.pid);
    opened.child.kill('SIGTERM');
    const { code, out } = await opened.finished;
    assert.equal(code, 0);
    assert.equal(out, opened.line);
    const log = readFileSync(join(on.data, 'log/host.1.log'), 'utf8');
    assert.ok(log.includes('SIGTERM') && !log.includes(opened.token));
  });

  it('a second one finds the first, and its end ends nothing', async (t) => {
    const on = places(t);
    const first = await open(t, on.env);
    const second = await open(t, on.env);
    assert.equal(second.line, first.line);
    second.child.kill('SIGTERM');
    assert.equal((await second.finished).code, 0);
    const line = window(t, first);
    assert.equal((await line.call('settings.get', {})).theme, 'system');
  });

  it('two that start in the same moment are one', async (t) => {
    const on = places(t);
    const both = await Promise.all([open(t, on.env), open(t, on.env), open(t, on.env)]);
    assert.equal(new Set(both.map(({ line }) => line)).size, 1);
  });

  it('the next one has another token, and the same port when that is free', async (t) => {
    const on = places(t);
    const first = await open(t, on.env);
    first.child.kill('SIGINT');
    assert.equal((await first.finished).code, 0);
    const next = await open(t, on.env);
    assert.notEqual(next.token, first.token);
    assert.equal(next.url, first.url);
  });

  it('wrong use is told, and nothing is begun', async (t) => {
    const on = places(t);
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as { port: number };
    const file = join(on.work, 'file');
    writeFileSync(file, '');
    const wrong: [readonly string[], RegExp][] = [
      [['open', '--port', 'x'], /--port wants a number/],
      [['open', '--port', '70000'], /--port wants a number/],
      [['open', '--nonsense'], /nonsense/],
      [['open', file], /is not a folder/],
      [['open', on.work, on.work], /one folder/],
      [['open', '--json', '--port', String(port)], /used by another program/],
    ];
    for (const [args, message] of wrong) {
      const { code, out, err } = await bureau(t, args, on.env);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, message);
      assert.equal(out, '');
    }
    const { code, err } = await bureau(t, ['open', '--json', '--data-dir', join(file, 'data')], on.env);
    assert.equal(code, 1);
    assert.match(err, /Nothing was started/);
  });
});

describe('the terminal asks', { skip: process.platform !== 'linux' && 'holds are proved on Linux' }, () => {
  it('tasks, ps and stop tell of the running host, with a receipt', async (t) => {
    const on = places(t);
    const opened = await open(t, on.env);
    const task = await practise(window(t, opened), on.work);
    const listed = lines<TaskSummary>((await bureau(t, ['tasks', '--json'], on.env)).out);
    assert.deepEqual(
      listed.map((one) => [one.task, one.state, one.waiting]),
      [[task, 'waiting', 1]],
    );
    assert.match((await bureau(t, ['tasks'], on.env)).out, /WAITS FOR YOU/);
    const running = lines<RunningProcess & { task: string }>((await bureau(t, ['ps', task, '--json'], on.env)).out);
    assert.ok(
      running.length > 0 && running.every((one) => one.task === task && one.pid > 0 && Array.isArray(one.ports)),
    );
    const stopped = await bureau(t, ['stop', task, '--json'], on.env);
    assert.equal(stopped.code, 0, stopped.err);
    const [line] = lines<{ task: string; receipt: Receipt }>(stopped.out);
    assert.equal(line?.task, task);
    assert.equal(line?.receipt.gone, true);
    assert.equal((await bureau(t, ['ps', '--json'], on.env)).out, '');
    assert.equal((await bureau(t, ['stop', task], on.env)).code, 1);
    assert.equal((await bureau(t, ['stop', 'nothing'], on.env)).code, 1);
    assert.equal((await bureau(t, ['stop'], on.env)).code, 2);
    assert.equal((await bureau(t, ['stop', '--all', '--json'], on.env)).code, 0);
  });

  it('without a host the journal answers', async (t) => {
    const on = places(t);
    assert.deepEqual(await bureau(t, ['tasks', '--json'], on.env), { code: 0, out: '', err: '' });
    const opened = await open(t, on.env);
    const task = await practise(window(t, opened), on.work);
    opened.child.kill('SIGTERM');
    const { code, err } = await opened.finished;
    assert.equal(code, 0, err);
    assert.match(err, new RegExp(`${task}: stopped, nothing of it runs any more`));
    const [listed] = lines<TaskSummary>((await bureau(t, ['tasks', '--json'], on.env)).out);
    assert.deepEqual([listed?.task, listed?.state, listed?.how], [task, 'ended', 'stopped']);
  });

  it('a host that was killed leaves nothing behind, and the next one says what happened', async (t) => {
    const on = places(t);
    const opened = await open(t, on.env);
    const task = await practise(window(t, opened), on.work);
    const running = lines<RunningProcess>((await bureau(t, ['ps', '--json'], on.env)).out);
    assert.ok(running.length > 0);
    opened.child.kill('SIGKILL');
    await opened.finished;
    await until(() => running.every(({ pid }) => !isRunning(pid)));
    const next = await open(t, on.env);
    const line = window(t, next);
    const store = line.task(task);
    store.subscribe(() => {});
    await until(() => store.getSnapshot().status === 'ready');
    const { summary } = store.getSnapshot();
    assert.deepEqual([summary?.state, summary?.how], ['ended', 'lost']);
    assert.match(summary?.message ?? '', /Bureau ended without a word/);
  });

  it('doctor reports agents, means and the data folder', async (t) => {
    const on = places(t);
    mkdirSync(on.data);
    const env = { ...on.env, PATH: '/usr/bin:/bin' };
    const { code, out } = await bureau(t, ['doctor', '--json'], env);
    assert.equal(code, 0);
    const [report] = lines<{
      agents: { agent: string; path: string | null }[];
      holding: object;
      dataDir: string;
      problems: { what: string; means: string; todo: string }[];
    }>(out);
    assert.deepEqual(
      report?.agents.map(({ agent }) => agent),
      ['claude', 'codex'],
    );
    assert.equal(report?.dataDir, on.data);
    for (const { what, means, todo } of report?.problems ?? []) assert.ok(what && means && todo);
    const text = await bureau(t, ['doctor'], env);
    assert.match(text.out, /Holding {6}Stop can/);
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
