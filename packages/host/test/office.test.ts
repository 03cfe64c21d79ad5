import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Desk, DeskLine, TaskEvent, TaskSummary } from '@bureau/contracts';
import { openOffice } from '../src/office/open-office.ts';

const now = Date.UTC(2026, 10, 30, 9);
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const task = (name: string, more: Partial<TaskSummary> = {}): TaskSummary => ({
  task: name,
  agent: 'claude',
  agentVersion: null,
  folder: '/home/ana/shop',
  title: 'Tidy the shop',
  state: 'working',
  waiting: 0,
  startedAt: at(-10),
  changedAt: at(-5),
  agentSessionId: null,
  archived: false,
  seq: 1,
  doing: '',
  ...more,
});
const log = (desk: string, more: Partial<Desk> = {}): Desk => ({
  desk,
  agent: 'claude',
  session: desk.split(':')[1]!,
  folder: '/home/ana/shop',
  state: 'working',
  doing: 'Reads prices.csv',
  posture: 'reading',
  since: at(-1),
  title: 'tidy',
  ...more,
});

function office(tasks: readonly TaskSummary[] = [], desks: readonly Desk[] = []) {
  const tellLogs = new Set<(lines: readonly DeskLine[]) => void>();
  const tellTasks = new Set<(changed: readonly TaskSummary[], removed: readonly string[]) => void>();
  const tellEvents = new Set<(task: string, events: readonly TaskEvent[]) => void>();
  const listen =
    <Listener>(all: Set<Listener>) =>
    (listener: Listener) => {
      all.add(listener);
      return () => all.delete(listener);
    };
  let closed = false;
  const source = openOffice(
    {
      desks: () => desks,
      subscribe(listener) {
        listener(desks);
        return listen(tellLogs)(listener);
      },
      transcript: () => null,
      transcriptBefore: () => null,
      day: async () => [],
      find: () => [],
      close: () => {
        closed = true;
      },
    },
    { tasks: () => tasks, onTasks: listen(tellTasks) as never, onEvents: listen(tellEvents) as never },
    () => now,
  );
  const heard: DeskLine[] = [];
  source.subscribe((lines) => heard.push(...lines));
  return {
    source,
    heard,
    logs: (...lines: DeskLine[]) => tellLogs.forEach((listener) => void listener(lines)),
    tasks: (...changed: TaskSummary[]) => tellTasks.forEach((listener) => void listener(changed, [])),
    removed: (...names: string[]) => tellTasks.forEach((listener) => void listener([], names)),
    step: (name: string, kind: string, state: string) =>
      tellEvents.forEach((listener) => void listener(name, [{ type: 'step', kind, state } as unknown as TaskEvent])),
    listeners: () => tellLogs.size + tellTasks.size + tellEvents.size,
    closed: () => closed,
    desk: (id: string) => source.desks().find((desk) => desk.desk === id),
  };
}

describe('Bureau’s tasks and their logs', () => {
  it('are one desk: the task’s until it has a session, then the session’s', () => {
    const { source, heard, tasks, logs } = office();
    tasks(task('t1', { state: 'starting' }));
    assert.deepEqual(
      source.desks().map(({ desk, state, title }) => [desk, state, title]),
      [['task:t1', 'working', 'Tidy the shop']],
    );
    heard.length = 0;
    tasks(task('t1', { agentSessionId: 's1' }));
    assert.deepEqual(
      heard.map((line) => line.desk),
      ['task:t1', 'claude:s1'],
    );
    assert.ok('removed' in heard[0]!);
    logs(log('claude:s1', { pid: 7, tokens: { input: 1, output: 2 } }));
    assert.deepEqual(
      source.desks().map(({ desk, task: name, pid, title }) => [desk, name, pid, title]),
      [['claude:s1', 't1', 7, 'Tidy the shop']],
    );
  });
  it('are one desk too when the log was seen first', () => {
    const { source, tasks } = office([], [log('claude:s1')]);
    tasks(task('t1'), task('t1', { agentSessionId: 's1' }));
    assert.deepEqual(
      source.desks().map(({ desk, task: name }) => [desk, name]),
      [['claude:s1', 't1']],
    );
  });

  const states: [TaskSummary['state'], Desk['state'], Desk['posture']][] = [
    ['starting', 'working', 'reading'],
    ['working', 'working', 'reading'],
    ['waiting', 'waiting', 'waiting'],
    ['idle', 'idle', 'resting'],
    ['stopping', 'working', 'reading'],
    ['ended', 'ended', 'gone'],
  ];
  for (const [state, shown, posture] of states) {
    it(`when the engine says ${state}: ${shown}, whatever the log says`, () => {
      const { desk, tasks } = office(
        [],
        [log('claude:s1', state === 'ended' ? { state: 'ended', posture: 'gone' } : {})],
      );
      tasks(task('t1', { agentSessionId: 's1', state }));
      assert.deepEqual([desk('claude:s1')?.state, desk('claude:s1')?.posture], [shown, posture]);
    });
  }
  it('show what the engine says is done now', () => {
    const { desk, tasks, step } = office([task('t1', { agentSessionId: 's1' })], [log('claude:s1')]);
    step('t1', 'command', 'running');
    tasks(task('t1', { agentSessionId: 's1', doing: 'Running npm test' }));
    assert.deepEqual([desk('claude:s1')?.posture, desk('claude:s1')?.doing], ['running', 'Running npm test']);
    step('t1', 'command', 'completed');
    assert.equal(desk('claude:s1')?.posture, 'reading', 'between two steps the log’s word is as good as any');
  });
  it('part again when another program goes on with the session after the task’s end', () => {
    const { desk, logs } = office(
      [task('t1', { agentSessionId: 's1', state: 'ended' })],
      [log('claude:s1', { state: 'ended', doing: '' })],
    );
    assert.equal(desk('claude:s1')?.task, 't1');
    logs(log('claude:s1', { pid: 9 }));
    assert.deepEqual([desk('claude:s1')?.task, desk('claude:s1')?.state], [undefined, 'working']);
  });
  it('of several tasks in one session the one that lives counts', () => {
    const { desk } = office([
      task('new', { agentSessionId: 's1', startedAt: at(-1) }),
      task('old', { agentSessionId: 's1', startedAt: at(-9), state: 'ended' }),
    ]);
    assert.equal(desk('claude:s1')?.task, 'new');
  });
  it('keep the time since when a state holds', () => {
    const { desk, tasks } = office([task('t1', { agentSessionId: 's1' })]);
    const { since } = desk('claude:s1')!;
    tasks(task('t1', { agentSessionId: 's1', changedAt: at(0), seq: 9, doing: 'Running ls' }));
    assert.equal(desk('claude:s1')?.since, since);
    tasks(task('t1', { agentSessionId: 's1', state: 'waiting' }));
    assert.equal(desk('claude:s1')?.since, at(0));
  });
});

describe('the office on the wire', () => {
  it('tells nothing when nothing that can be seen changed', () => {
    const { heard, tasks } = office([task('t1', { agentSessionId: 's1' })]);
    tasks(task('t1', { agentSessionId: 's1', seq: 2, changedAt: at(0) }));
    assert.deepEqual(heard, []);
  });
  it('leaves out who went home long ago, and takes away who is deleted', () => {
    const { source, heard, removed, logs } = office(
      [task('t1')],
      [
        log('claude:old', { state: 'ended', since: at(-13 * 60) }),
        log('claude:home', { state: 'ended', since: at(-60) }),
        log('claude:s2:sub', { parent: 'claude:s2' }),
      ],
    );
    assert.deepEqual(
      source
        .desks()
        .map(({ desk }) => desk)
        .sort(),
      ['claude:home', 'claude:s2:sub', 'task:t1'],
    );
    removed('t1');
    logs({ desk: 'claude:home', removed: true }, { desk: 'claude:never', removed: true });
    assert.deepEqual(heard, [
      { desk: 'task:t1', removed: true },
      { desk: 'claude:home', removed: true },
    ]);
  });
  it('lets go of everything when it is closed', () => {
    const { source, listeners, closed } = office();
    source.close?.();
    assert.deepEqual([listeners(), closed()], [0, true]);
  });
});
