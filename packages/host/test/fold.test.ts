import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TaskEvent, TaskEventBody, TaskSnapshot } from '@bureau/contracts';
import fc from 'fast-check';
import { openFold, type TaskView } from '../src/client/index.ts';

const card = {
  title: 'Delete old.txt?',
  sentence: 'It deletes a file.',
  chips: ['deletes'],
  places: [{ id: 'inside' }],
  confident: true,
  grantable: false,
  details: [],
  place: 'inside',
  answers: ['allow', 'deny'],
} as const;

const id = fc.integer({ min: 1, max: 4 }).map(String);
const body: fc.Arbitrary<TaskEventBody> = fc.oneof(
  fc.record({
    type: fc.constant('text' as const),
    messageId: id,
    text: fc.string({ maxLength: 8 }),
    final: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('step' as const),
    stepId: id,
    kind: fc.constant('command' as const),
    title: fc.string({ maxLength: 8 }),
    state: fc.constantFrom('running' as const, 'completed' as const, 'interrupted' as const),
  }),
  fc.record({
    type: fc.constant('request' as const),
    requestId: id,
    kind: fc.constant('permission' as const),
    card: fc.constant(card),
    exact: fc.string({ maxLength: 4 }),
    raw: fc.constant(null),
  }),
  fc.record({ type: fc.constant('request-closed' as const), requestId: id, how: fc.constant('answered' as const) }),
  fc.record({
    type: fc.constant('said' as const),
    messageId: id,
    text: fc.string({ minLength: 1, maxLength: 6 }),
    state: fc.constantFrom(
      'queued' as const,
      'sent' as const,
      'read' as const,
      'returned' as const,
      'dropped' as const,
    ),
  }),
  fc.record({
    type: fc.constant('turn' as const),
    state: fc.constantFrom('started' as const, 'completed' as const),
    origin: fc.constant('user' as const),
  }),
  fc.record({ type: fc.constant('title' as const), title: fc.string({ maxLength: 6 }) }),
);
const numbered = (bodies: readonly TaskEventBody[]): TaskEvent[] =>
  [
    { type: 'task', agent: 'claude', agentVersion: null, folder: '/f', prompt: 'Do it' } satisfies TaskEventBody,
    ...bodies,
  ].map((one, index) => ({
    seq: index + 1,
    at: `2026-01-01T00:00:00.${String(index).padStart(3, '0')}Z`,
    task: 't',
    ...one,
  }));

const folded = (...batches: readonly (readonly TaskEvent[])[]): TaskView => {
  const fold = openFold('t');
  for (const batch of batches) assert.equal(fold.add(batch), 'ok');
  return fold.view();
};

describe('a task’s view', () => {
  it('is the same however its events are cut into batches, and whatever comes twice', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 60 }), fc.nat(60), fc.nat(60), (bodies, a, b) => {
        const events = numbered(bodies);
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const whole = folded(events);
        const cut = folded(events.slice(0, second), events.slice(first, second), events.slice(first));
        assert.deepEqual(cut, whole);
      }),
    );
  });

  it('keeps every key once, and never changes a row that it gave out', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 60 }), (bodies) => {
        const fold = openFold('t');
        const given: { readonly row: object; readonly text: string }[] = [];
        for (const event of numbered(bodies)) {
          fold.add([event]);
          for (const row of fold.view().rows) given.push({ row, text: JSON.stringify(row) });
        }
        for (const { row, text } of given) assert.equal(JSON.stringify(row), text);
        const keys = fold.view().rows.map(({ key }) => key);
        assert.equal(new Set(keys).size, keys.length);
      }),
      { numRuns: 50 },
    );
  });

  it('says a gap, and changes nothing', () => {
    const events = numbered([
      { type: 'title', title: 'a' },
      { type: 'title', title: 'b' },
      { type: 'title', title: 'c' },
    ]);
    const fold = openFold('t');
    fold.add(events.slice(0, 2));
    const before = fold.view();
    assert.equal(fold.add(events.slice(3)), 'gap');
    assert.equal(fold.view(), before);
    assert.equal(fold.add(events.slice(2)), 'ok');
    assert.equal(fold.view().summary?.title, 'c');
  });

  it('passes over what a newer host may send', () => {
    const events = numbered([]);
    const strange = { seq: 2, at: 'x', task: 't', type: 'hologram', shape: 'cube' } as unknown as TaskEvent;
    assert.equal(folded([...events, strange]).seq, 2);
  });

  it('a step that a stop interrupted keeps that, and takes its late output', () => {
    const step = { type: 'step', stepId: '1', kind: 'command', title: 'Ran x' } as const;
    const view = folded(
      numbered([
        { ...step, state: 'running', exact: 'x' },
        { ...step, state: 'interrupted' },
        { ...step, state: 'completed', late: true, exitCode: 0, output: { id: '1', bytes: 5 } },
      ]),
    );
    const row = view.rows.at(-1);
    assert.ok(row?.kind === 'step');
    assert.deepEqual([row.state, row.exitCode, row.output, row.exact], ['interrupted', 0, { id: '1', bytes: 5 }, 'x']);
  });

  it('words that a stop gives back are there for the composer, and nowhere else', () => {
    const said = { type: 'said', messageId: 'm1', text: 'later' } as const;
    const queued = folded(numbered([{ ...said, state: 'queued' }]));
    assert.deepEqual(queued.queued, [{ messageId: 'm1', text: 'later' }]);
    const back = folded(
      numbered([
        { ...said, state: 'queued' },
        { ...said, state: 'returned' },
      ]),
    );
    assert.deepEqual([back.queued, back.returned], [[], [{ messageId: 'm1', text: 'later' }]]);
    assert.equal(back.rows.filter(({ kind }) => kind === 'said').length, 1);
  });

  it('after a resync, turns that were whole stay whole', () => {
    const events = numbered([
      { type: 'turn', state: 'started', origin: 'user' },
      { type: 'text', messageId: '1', text: 'a long answer', final: true },
      { type: 'turn', state: 'completed', origin: 'user' },
    ]);
    const fold = openFold('t');
    fold.add(events);
    const snapshot: TaskSnapshot = {
      summary: { ...fold.view().summary!, seq: 9 },
      turns: [
        { origin: 'user', state: 'completed', prompt: 'Do it', answer: 'a long', steps: [], from: 2, to: 4 },
        { origin: 'user', state: 'completed', prompt: 'More', answer: 'x', steps: [], from: 6, to: 9 },
      ],
      live: [],
      queued: [],
      background: [],
      usage: null,
      models: [],
      receipt: null,
    };
    fold.reset(snapshot);
    assert.deepEqual(
      fold.view().rows.map(({ kind }) => kind),
      ['said', 'turn-started', 'text', 'turn-ended', 'past-turn'],
    );
  });
});
