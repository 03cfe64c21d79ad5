import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { opened } from './support/engine.ts';

const permission = (key: string, command = 'npm test'): AgentEvent => ({
  type: 'request-opened',
  key,
  request: {
    kind: 'permission',
    action: { kind: 'command', shell: 'bash', command, cwd: '/' },
    exact: command,
    similar: [{ kind: 'rule', toolName: 'Bash', ruleContent: 'npm test *' }],
  },
  raw: {},
});

describe('a task', () => {
  it('runs from the first word to the end', async () => {
    await using on = await opened();
    const next = on.agent.next();
    const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'tidy up\nplease' });
    assert.ok(started.ok);
    const session = await next;
    await session.heard;
    session.emit({ type: 'session', agentSessionId: 'abc', model: 'm' }, { type: 'turn-started', origin: 'user' });
    session.emit(
      { type: 'text', messageId: 'x', text: 'All ', final: false },
      { type: 'text', messageId: 'x', text: 'done', final: false },
      { type: 'text', messageId: 'x', text: 'All done', final: true },
      { type: 'turn-ended', state: 'completed', origin: 'user' },
    );
    await on.until('turn', ({ state }) => state === 'completed');
    assert.deepEqual(
      session.said.map(({ text }) => text),
      ['tidy up\nplease'],
    );
    const finished = await on.engine.command(started.task, { type: 'finish' });
    assert.ok(finished.ok);
    assert.deepEqual(session.calls, ['settle', 'close', 'stop']);
    assert.deepEqual(
      on.events.map(({ type }) => type),
      ['task', 'session', 'turn', 'text', 'text', 'turn', 'stopping', 'stopped', 'ended'],
    );
    assert.deepEqual(
      on.events.map(({ seq }) => seq),
      on.events.map((_, i) => i + 1),
    );
    const snapshot = on.engine.snapshot(started.task)!;
    assert.equal(snapshot.summary.title, 'tidy up');
    assert.equal(snapshot.summary.how, 'finished');
    assert.equal(snapshot.turns[0]?.answer, 'All done');
    // The piece was folded into the whole message.
    assert.equal(on.engine.events(started.task, 1, 99).filter(({ type }) => type === 'text').length, 1);
  });

  it('answers requests by identity, in any order, once', async () => {
    await using on = await opened();
    const next = on.agent.next();
    const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'go' });
    assert.ok(started.ok);
    const { task } = started;
    const session = await next;
    session.emit({ type: 'turn-started', origin: 'user' }, permission('0'), permission('1'));
    const first = await on.until('request');
    const second = await on.until('request', ({ requestId }) => requestId !== first.requestId);
    const requests = on.events.filter((event) => event.type === 'request');
    assert.equal(requests.length, 2);
    assert.equal(on.engine.summary(task)?.state, 'waiting');
    assert.deepEqual(second.card.answers, ['allow', 'allow-similar', 'deny']);
    assert.equal(second.card.reach, 'every command that begins with «npm test», in this task');
    const [one, two] = requests.map((event) => event.requestId);
    const give = (requestId: string, answer: 'allow' | 'allow-similar' | 'deny', message?: string) =>
      on.engine.command(task, { type: 'answer', requestId, answer, ...(message ? { message } : {}) }, 'window');
    assert.ok((await give(two!, 'deny', 'not that way')).ok);
    assert.ok((await give(one!, 'allow-similar')).ok);
    const late = await give(one!, 'allow');
    assert.ok(!late.ok && late.error.code === 'late-answer');
    await on.until('notice', ({ code }) => code === 'late-answer');
    assert.deepEqual(session.answered, [
      { key: '1', answer: { answer: 'deny', message: 'not that way' } },
      { key: '0', answer: { answer: 'allow-similar' } },
    ]);
    const { grants } = await on.engine.calls['grants.list']({});
    assert.equal(grants[0]?.reach, 'every command that begins with «npm test», in this task');
  });

  it('closes the cards of a turn that ends, and drops late words of a task that has ended', async () => {
    await using on = await opened();
    const next = on.agent.next();
    const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'go' });
    assert.ok(started.ok);
    const session = await next;
    session.emit({ type: 'turn-started', origin: 'user' }, permission('0'));
    const request = await on.until('request');
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    const closed = await on.until('request-closed');
    assert.deepEqual([closed.requestId, closed.how], [request.requestId, 'withdrawn']);
    await on.engine.command(started.task, { type: 'stop' });
    const before = on.events.length;
    session.emit(
      { type: 'turn-started', origin: 'background' },
      { type: 'text', messageId: 'l', text: 'x', final: true },
    );
    assert.equal(on.engine.summary(started.task)?.state, 'ended');
    assert.equal(on.events.length, before);
  });
});
