import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fakeAgent } from '@bureau/testing';
import { handClock } from './support/clock.ts';
import { type Opened, opened } from './support/engine.ts';

async function working(on: Opened) {
  const next = on.agent.next();
  const started = await on.engine.start({ agent: 'codex', folder: on.folder, prompt: 'go' });
  assert.ok(started.ok);
  const session = await next;
  await session.heard;
  session.emit({ type: 'session', agentSessionId: 'abc' }, { type: 'turn-started', origin: 'user' });
  session.emit({
    type: 'step-started',
    stepId: 'item-1',
    kind: 'command',
    action: { kind: 'command', shell: 'bash', command: 'docker run -d x; sleep 100', cwd: '/' },
  });
  return { task: started.task, session };
}

describe('stop', () => {
  it('kills the work at once, beside it asks politely, then empties the hold; words return; steps are interrupted', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    await on.engine.command(task, { type: 'say', text: 'and then this', when: 'after' });
    assert.equal(on.engine.snapshot(task)?.queued.length, 1);
    const stopped = await on.engine.command(task, { type: 'stop' });
    assert.ok(stopped.ok);
    assert.deepEqual(session.calls, ['kill', 'interrupt', 'kill', 'close', 'stop']);
    const returned = await on.until('said', ({ state }) => state === 'returned');
    assert.equal(returned.text, 'and then this');
    assert.equal((await on.until('step', ({ state }) => state !== 'running')).state, 'interrupted');
    assert.equal((await on.until('turn', ({ state }) => state !== 'started')).state, 'interrupted');
    const order = on.events.map(({ type }) => type);
    assert.deepEqual(order.slice(-2), ['stopped', 'ended']);
  });

  it('takes at most ten seconds, whatever hangs, and then claims nothing', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { task, session } = await working(on);
    for (const what of ['kill', 'interrupt', 'close', 'stop'] as const) session.hangs.add(what);
    const begun = clock.steady();
    let ms = -1;
    const stopping = on.engine.command(task, { type: 'stop' }).then(() => {
      ms = clock.steady() - begun;
    });
    await clock.pass(10_000);
    await stopping;
    assert.ok(ms >= 0 && ms <= 10_000, `${ms} ms`);
    assert.equal((await on.until('stopped')).receipt.gone, false);
  });

  it('a second press drops all politeness', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { task, session } = await working(on);
    for (const what of ['kill', 'interrupt', 'close'] as const) session.hangs.add(what);
    const first = on.engine.command(task, { type: 'stop' });
    await on.until('stopping');
    await on.engine.command(task, { type: 'stop' });
    await first;
    assert.equal(clock.steady(), Date.parse('2026-12-01T09:00:00Z'), 'no time has passed');
    assert.equal(on.events.filter(({ type }) => type === 'stopped').length, 1);
  });

  it('comes before the start has finished', async () => {
    const agent = fakeAgent({ waits: true });
    await using on = await opened({ agent });
    const next = agent.next();
    const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'go' });
    assert.ok(started.ok);
    const session = await next;
    await on.engine.command(started.task, { type: 'stop' });
    session.beReady();
    assert.equal((await on.until('ended')).how, 'stopped');
    assert.deepEqual(session.said, []);
  });

  it('refuses what is asked while it stops', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { task, session } = await working(on);
    session.hangs.add('interrupt');
    const stopping = on.engine.command(task, { type: 'stop' });
    await on.until('stopping');
    session.emit({
      type: 'request-opened',
      key: 'late',
      request: { kind: 'permission', action: { kind: 'command', shell: 'bash', command: 'x', cwd: '/' }, exact: 'x' },
      raw: {},
    });
    assert.deepEqual(session.answered, [{ key: 'late', answer: { answer: 'deny', endTurn: true } }]);
    await clock.pass(2_000);
    await stopping;
    assert.equal(on.events.filter(({ type }) => type === 'request').length, 0);
  });
});

describe('finish', () => {
  it('interrupts running commands only after a successful clean; what comes late fills in and wakes nothing', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    await on.engine.command(task, { type: 'finish' });
    assert.deepEqual(session.calls, ['interrupt', 'settle', 'close', 'stop']);
    const types = on.events.map((event) => (event.type === 'step' ? `step ${event.state}` : event.type));
    assert.ok(types.indexOf('step interrupted') < types.indexOf('stopped'));
    assert.equal(on.engine.summary(task)?.how, 'finished');
  });

  it('goes on when the agent does not settle', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { task, session } = await working(on);
    session.hangs.add('settle');
    const finishing = on.engine.command(task, { type: 'finish' });
    await clock.pass(20_000);
    await finishing;
    assert.deepEqual(session.calls, ['interrupt', 'settle', 'close', 'stop']);
    assert.equal((await on.until('ended')).how, 'finished');
  });
});

describe('an idle agent', () => {
  it('is let go after a while, and comes back in the same session with the next word', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { task, session } = await working(on);
    session.emit({ type: 'step-ended', stepId: 'item-1', state: 'completed' });
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    await on.until('turn', ({ state }) => state === 'completed');
    await clock.pass(16 * 60_000);
    await on.until('released');
    assert.equal(on.engine.summary(task)?.state, 'idle');
    const next = on.agent.next();
    await on.engine.command(task, { type: 'say', text: 'one more thing' });
    const again = await next;
    assert.equal(again.start.resume, 'abc');
    await clock.pass(1);
    await again.heard;
    assert.equal(again.said[0]?.text, 'one more thing');
  });

  it('stays while something of it runs in the background', async () => {
    const clock = handClock();
    await using on = await opened({ clock });
    const { session } = await working(on);
    session.emit({ type: 'background', items: [{ id: 'b', command: 'npm run dev' }] });
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    await on.until('turn', ({ state }) => state === 'completed');
    await clock.pass(60 * 60_000);
    assert.equal(on.events.filter(({ type }) => type === 'released').length, 0);
  });

  it('is let go when an allowance is taken back, so that it asks again', async () => {
    await using on = await opened();
    const { session } = await working(on);
    session.emit({
      type: 'request-opened',
      key: 'k',
      request: {
        kind: 'permission',
        action: { kind: 'command', shell: 'bash', command: 'npm test', cwd: '/' },
        exact: 'npm test',
        similar: [{ kind: 'exact' }],
      },
      raw: {},
    });
    const { requestId, task } = await on.until('request');
    await on.engine.command(task, { type: 'answer', requestId, answer: 'allow-similar' });
    const [grant] = (await on.engine.calls['grants.list']({})).grants;
    await on.engine.calls['grants.revoke']({ id: grant!.id });
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    await on.until('released');
    assert.deepEqual((await on.engine.calls['grants.list']({})).grants, []);
  });
});

describe('a task that has ended', () => {
  it('goes on in the same session', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    session.emit({
      type: 'exited',
      code: 1,
      signal: null,
      expected: false,
      error: { code: 'exited', message: 'It crashed.' },
    });
    const ended = await on.until('ended');
    assert.deepEqual([ended.how, ended.message], ['failed', 'It crashed.']);
    const next = on.agent.next();
    await on.engine.calls['task.resume']({ task, text: 'go on' });
    const again = await next;
    assert.equal(again.start.resume, 'abc');
    await again.heard;
    assert.deepEqual(
      again.said.map(({ text }) => text),
      ['go on'],
    );
    assert.equal(on.engine.summary(task)?.state, 'starting');
  });

  it('can be exported without secrets, searched, and deleted', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    const text = 'The key is sk-ant-0123456789abcdef0123 in <b>한국 설정</b>.';
    session.emit({ type: 'text', messageId: 'm', text, final: true });
    await on.engine.command(task, { type: 'finish' });
    for (const format of ['markdown', 'html'] as const) {
      const { text } = await on.engine.calls['task.export']({ task, format });
      assert.doesNotMatch(text, /sk-ant/);
      assert.match(text, /\[hidden\]/);
      if (format === 'html') assert.doesNotMatch(text, /<b>/);
    }
    for (const query of ['한국', 'key is', '설정', 'docker'])
      assert.equal((await on.engine.calls['tasks.search']({ query })).hits[0]?.task, task, query);
    assert.deepEqual((await on.engine.calls['tasks.search']({ query: '없음' })).hits, []);
    await on.engine.calls['task.delete']({ task });
    assert.deepEqual((await on.engine.calls['tasks.search']({ query: '한국' })).hits, []);
  });
});
