import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { HostError } from '../src/client/index.ts';
import { served, when } from './support/served.ts';

const permission = (key: string): AgentEvent => ({
  type: 'request-opened',
  key,
  request: {
    kind: 'permission',
    action: { kind: 'command', shell: 'bash', command: 'rm old.txt', cwd: '/tmp' },
    exact: 'rm old.txt',
  },
  raw: { id: key },
});
const turn: AgentEvent = { type: 'turn-started', origin: 'user' };

describe('windows', () => {
  it('two of them see the same truth; the first answer wins, and the other is told', async () => {
    await using open = await served();
    const { task, session } = await open.begin('Tidy up');
    const [one, two] = [open.line(), open.line()];
    session.emit(turn, permission('a'));
    const first = await when(one.task(task), ({ requests }) => requests.length === 1);
    await when(two.task(task), ({ requests }) => requests.length === 1);
    const { requestId } = first.requests[0]!;
    await one.command(task, { type: 'answer', requestId, answer: 'deny', message: 'keep it' });
    await assert.rejects(
      two.command(task, { type: 'answer', requestId, answer: 'allow' }),
      (error) => error instanceof HostError && error.code === 'late-answer',
    );
    const there = await when(two.task(task), ({ requests }) => requests.length === 0);
    const row = there.rows.find((row) => row.kind === 'request');
    assert.equal(row?.kind === 'request' && row.closed?.answer, 'deny');
    assert.match(String(row?.kind === 'request' && row.closed?.by), /^window \d$/);
    assert.deepEqual(
      session.answered.map(({ answer }) => answer.answer),
      ['deny'],
    );
    const here = await when(one.task(task), ({ seq }) => seq === there.seq);
    assert.deepEqual(here.rows, there.rows);
  });

  it('the list follows every task, with what waits', async () => {
    await using open = await served();
    const line = open.line();
    await when(line.list, ({ loaded }) => loaded);
    const { task, session } = await open.begin('Write a letter');
    session.emit(turn, permission('a'));
    const waits = await when(line.list, ({ tasks }) => tasks[0]?.waiting === 1);
    assert.equal(waits.tasks[0]?.title, 'Write a letter');
    await line.command(task, { type: 'stop' });
    const ended = await when(line.list, ({ tasks }) => tasks[0]?.state === 'ended');
    assert.equal(ended.tasks[0]?.how, 'stopped');
    await line.call('task.delete', { task });
    await when(line.list, ({ tasks }) => tasks.length === 0);
    await when(line.task(task), ({ status }) => status === 'unknown');
  });

  it('a window that comes later sees what the first one sees', async () => {
    await using open = await served();
    const { task, session } = await open.begin('Count');
    const early = open.line();
    const start = { type: 'step-started', kind: 'command' } as const;
    session.emit(
      turn,
      { type: 'text', messageId: 'x', text: 'I count', final: true },
      { ...start, stepId: 's', action: { kind: 'command', shell: 'bash', command: 'ls', cwd: '/tmp' } },
      { type: 'step-ended', stepId: 's', state: 'completed', exitCode: 0, output: 'a\nb\n' },
      permission('a'),
    );
    const seen = await when(early.task(task), ({ requests }) => requests.length === 1);
    const late = await when(open.line().task(task), ({ requests }) => requests.length === 1);
    assert.equal(late.seq, seen.seq);
    assert.deepEqual(late.requests, seen.requests);
    assert.deepEqual(
      late.rows.filter(({ kind }) => kind === 'text' || kind === 'step'),
      seen.rows.filter(({ kind }) => kind === 'text' || kind === 'step'),
    );
    const step = late.rows.find((row) => row.kind === 'step');
    assert.ok(step?.kind === 'step' && step.output);
    const output = await early.call('task.output', { task, id: step.output.id });
    assert.equal(output.text, 'a\nb\n');
  });

  it('past turns come as previews and are put whole in their place', async () => {
    await using open = await served();
    const { task, session } = await open.begin('The first words of this task');
    const answer = 'An answer. '.repeat(40);
    session.emit(turn, { type: 'text', messageId: 'x', text: answer, final: true });
    session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
    const line = open.line();
    const store = line.task(task);
    const view = await when(store, ({ status }) => status === 'ready');
    store.subscribe(() => {});
    const past = view.rows.find((row) => row.kind === 'past-turn');
    assert.ok(past?.kind === 'past-turn');
    assert.equal(past.line.answer.length, 120);
    await store.loadTurn(past.line.from);
    const whole = store.getSnapshot().rows;
    assert.deepEqual(
      whole.map(({ kind }) => kind),
      ['said', 'turn-started', 'text', 'turn-ended'],
    );
    assert.equal(whole[2]?.kind === 'text' && whole[2].text, answer);
    session.emit(turn, { type: 'text', messageId: 'y', text: 'More', final: true });
    const more = await when(store, ({ rows }) => rows.length === 6);
    assert.equal(more.rows.at(-1)?.kind, 'text');
  });

  it('a start that can’t be made says why, and leaves no task', async () => {
    await using open = await served();
    const line = open.line();
    const wrong = [
      [{ agent: 'claude', folder: '/nowhere/at/all', prompt: 'x' }, 'folder-missing'],
      [{ agent: 'claude', folder: open.folder, prompt: '  ' }, 'prompt-empty'],
      [{ agent: 'gpt', folder: open.folder, prompt: 'x' }, 'agent-unknown'],
    ] as const;
    for (const [request, code] of wrong)
      await assert.rejects(line.start(request), (error) => error instanceof HostError && error.code === code);
    assert.deepEqual((await when(line.list, ({ loaded }) => loaded)).tasks, []);
  });
});
