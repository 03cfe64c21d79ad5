import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { type Opened, opened } from './support/engine.ts';

const question = (key: string, secret = false): AgentEvent => ({
  type: 'request-opened',
  key,
  request: {
    kind: 'question',
    questions: [
      {
        id: 'q',
        text: 'Which colour?',
        options: [{ label: 'Blue' }, { label: 'Red' }],
        multiple: false,
        secret,
        free: false,
      },
    ],
  },
  raw: {},
});
const permission: AgentEvent = {
  type: 'request-opened',
  key: 'p',
  request: { kind: 'permission', action: { kind: 'command', shell: 'bash', command: 'x', cwd: '/' }, exact: 'x' },
  raw: {},
};
async function working(on: Opened) {
  const next = on.agent.next();
  const started = await on.engine.start({ agent: 'codex', folder: on.folder, prompt: 'go' });
  assert.ok(started.ok);
  const session = await next;
  await session.heard;
  session.emit({ type: 'turn-started', origin: 'user' });
  return { task: started.task, session };
}

describe('auto', () => {
  it('is off at first; then it answers light questions only, never a secret or a permission, and says so', async () => {
    await using on = await opened();
    const { session } = await working(on);
    session.emit(question('0'));
    await on.until('request');
    assert.deepEqual(session.answered, []);
    await on.engine.calls['settings.set']({ auto: true });
    session.emit(question('1'), question('2', true), permission);
    await on.until('request', ({ kind }) => kind === 'permission');
    await on.until('notice', ({ code }) => code === 'auto-answered');
    assert.deepEqual(session.answered, [{ key: '1', answer: { answer: 'answers', answers: { q: ['Blue'] } } }]);
    const closed = await on.until('request-closed');
    assert.equal(closed.by, 'auto');
  });
});

describe('turns of their own', () => {
  it('are shown as such; forbidden, they are interrupted', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    session.emit({ type: 'turn-started', origin: 'background', why: 'a job ended' });
    const own = await on.until('turn', ({ origin }) => origin === 'background');
    assert.equal(own.why, 'a job ended');
    assert.ok(!session.calls.includes('interrupt'));
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'background' });
    await on.engine.calls['task.allow-own-turns']({ task, allowed: false });
    session.emit({ type: 'turn-started', origin: 'background' });
    assert.ok(session.calls.includes('interrupt'));
  });
});

describe('a secret answer', () => {
  it('reaches the agent and nothing else', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    session.emit(question('0', true));
    const { requestId } = await on.until('request');
    await on.engine.command(task, { type: 'answer', requestId, answer: 'allow', answers: { q: ['hunter2'] } });
    assert.deepEqual(session.answered[0]?.answer, { answer: 'answers', answers: { q: ['hunter2'] } });
    assert.doesNotMatch(JSON.stringify(on.engine.events(task, 1, 999)), /hunter2/);
  });
});

describe('large outputs', () => {
  it('stay out of events and snapshots, and are given on demand, also while they grow', async () => {
    await using on = await opened();
    const { task, session } = await working(on);
    session.emit({
      type: 'step-started',
      stepId: 'x',
      kind: 'command',
      action: { kind: 'command', shell: 'bash', command: 'make', cwd: '/' },
    });
    const { stepId } = await on.until('step');
    session.emit({ type: 'step-output', stepId: 'x', text: 'first ' });
    assert.equal((await on.engine.calls['task.output']({ task, id: stepId })).text, 'first ');
    session.emit({ type: 'step-output', stepId: 'x', text: 'second' });
    const all = `first second${'y'.repeat(900_000)}`;
    session.emit({ type: 'step-ended', stepId: 'x', state: 'completed', exitCode: 0, output: all });
    const ended = await on.until('step', ({ state }) => state === 'completed');
    assert.deepEqual(ended.output, { id: stepId, bytes: all.length });
    assert.ok(JSON.stringify(on.engine.snapshot(task)).length < 5_000);
    let read = '';
    for (let more = true; more; ) {
      const piece = await on.engine.calls['task.output']({ task, id: stepId, from: read.length });
      read += piece.text;
      more = piece.more;
    }
    assert.ok(read === all);
  });
});
