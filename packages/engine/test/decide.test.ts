import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Receipt, TaskEvent, TaskEventBody } from '@bureau/contracts';
import { goneReceipt } from '@bureau/testing';
import fc from 'fast-check';
import { decide } from '../src/task/decide.ts';
import { evolve } from '../src/task/evolve.ts';
import type { TaskInput } from '../src/task/input.ts';
import { initialState, type TaskState } from '../src/task/state.ts';
import { toSnapshot, toSummary } from '../src/task/view.ts';

const receipt: Receipt = goneReceipt;
const card = {
  title: 'Run it?',
  sentence: '',
  chips: [],
  places: [],
  confident: true,
  grantable: true,
  details: [],
  place: 'inside' as const,
  answers: ['allow', 'deny'] as const,
};
const ids = fc.integer({ min: 1, max: 4 });
/** Anything that may come, in any order: from persons, from an agent, from the way out. */
const inputs: fc.Arbitrary<TaskInput> = fc.oneof(
  fc.constantFrom<TaskInput>(
    { type: 'session', agentSessionId: 'a', model: null },
    { type: 'turn-started', origin: 'user' },
    { type: 'turn-started', origin: 'background', why: 'a job ended' },
    { type: 'turn-ended', state: 'completed', origin: 'user' },
    { type: 'turn-ended', state: 'failed', origin: 'user', error: { code: 'other', message: 'x' } },
    { type: 'background', items: [{ id: 'b', command: 'sleep' }] },
    { type: 'background', items: [] },
    { type: 'usage', inputTokens: 1, outputTokens: 1 },
    { type: 'notice', level: 'info', code: 'retry', message: 'x' },
    { type: 'stop' },
    { type: 'finish' },
    { type: 'cleaned' },
    { type: 'stopped', receipt },
    { type: 'released', receipt },
    { type: 'end', how: 'stopped' },
    { type: 'end', how: 'lost', error: { code: 'exited', message: 'x' } },
    { type: 'rename', title: 'other' },
    { type: 'archive', archived: true },
    { type: 'own-turns', allowed: false },
  ),
  ids.chain((n) =>
    fc.constantFrom<TaskInput>(
      { type: 'step-started', stepId: `s${n}`, kind: 'command', title: 'Running it' },
      { type: 'step-ended', stepId: `s${n}`, state: 'completed', exitCode: 0 },
      { type: 'step-ended', stepId: `s${n}`, state: 'failed', exitCode: 1, late: true },
      { type: 'text', messageId: `m${n}`, text: 'word', final: false },
      { type: 'text', messageId: `m${n}`, text: 'words', final: true },
      { type: 'request-opened', requestId: `r${n}`, kind: 'permission', card, exact: 'x', raw: null },
      { type: 'request-closed', requestId: `r${n}`, how: 'withdrawn' },
      { type: 'answer', requestId: `r${n}`, answer: 'allow' },
      { type: 'answer', requestId: `r${n}`, answer: 'allow-similar' },
      { type: 'say', messageId: `m${n + 10}`, text: 'and this' },
      { type: 'say', messageId: `m${n + 10}`, text: 'later', when: 'after' },
      { type: 'said', messageId: `m${n + 10}`, state: 'sent' },
      { type: 'said', messageId: `m${n + 10}`, state: 'read' },
      { type: 'queue-edit', messageId: `m${n + 10}`, text: null },
      { type: 'resume', messageId: `m${n + 20}`, text: 'go on' },
    ),
  ),
);

/** All that comes of these inputs, one after the other. */
function play(all: readonly TaskInput[]): { state: TaskState; events: TaskEvent[] } {
  let state: TaskState = { ...initialState, task: 't-1' };
  const events: TaskEvent[] = [];
  const first: TaskInput = { type: 'create', agent: 'claude', agentVersion: null, folder: '/w', prompt: 'go' };
  for (const input of [first, ...all]) {
    const decided: readonly TaskEventBody[] = decide(state, input).events;
    for (const body of decided) {
      const event = { seq: state.seq + 1, at: '2026-12-01T09:00:00.000Z', task: 't-1', ...body } as TaskEvent;
      state = evolve(state, event);
      events.push(event);
    }
  }
  return { state, events };
}

describe('decide and evolve, whatever comes in whatever order', () => {
  it('never wake a task that has ended; nothing is open in it', () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (all) => {
        const { state, events } = play(all);
        let ended = false;
        for (const event of events) {
          if (event.type === 'ended') ended = true;
          else if (event.type === 'resumed') ended = false;
          else if (ended)
            assert.ok(
              ['title', 'archived', 'own-turns', 'usage', 'notice', 'stopped', 'released'].includes(event.type) ||
                (event.type === 'step' && event.late),
              `${event.type} after the end`,
            );
        }
        if (state.phase === 'ended') {
          assert.deepEqual(state.requests, {});
          assert.deepEqual(state.saying, []);
          assert.equal(state.turn, null);
          assert.ok(state.steps.every((step) => step.state !== 'running'));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('close every request once, and only open ones; begin no turn within a turn', () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (all) => {
        const open = new Set<string>();
        let turn = false;
        for (const event of play(all).events) {
          if (event.type === 'request') {
            assert.ok(!open.has(event.requestId));
            open.add(event.requestId);
          } else if (event.type === 'request-closed') assert.ok(open.delete(event.requestId));
          else if (event.type === 'turn') {
            assert.equal(turn, event.state !== 'started');
            turn = event.state === 'started';
          } else if (event.type === 'ended') assert.equal(open.size, 0);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keep a step’s state once it has ended', () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (all) => {
        const states = new Map<string, string>();
        for (const event of play(all).events) {
          if (event.type !== 'step') continue;
          const before = states.get(event.stepId);
          // An id may come again in a later turn, when the first is forgotten.
          if (before !== undefined && before !== 'running' && event.state !== 'running')
            assert.equal(event.state, before);
          states.set(event.stepId, event.state);
        }
      }),
    );
  });

  it('survive being kept as JSON at any point, and can always be shown', () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 40 }), (all) => {
        const { state, events } = play(all);
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state);
        assert.deepEqual(events.reduce(evolve, { ...initialState, task: 't-1' }), state);
        assert.ok(toSummary(state).title && toSnapshot(state, events));
      }),
    );
  });
});

describe('late words', () => {
  it('fill in output and exit code of a step that a stop interrupted, and change nothing else', () => {
    const { events } = play([
      { type: 'turn-started', origin: 'user' },
      { type: 'step-started', stepId: 's1', kind: 'command', title: 'Running it' },
      { type: 'stop' },
      { type: 'stopped', receipt },
      { type: 'end', how: 'stopped' },
      { type: 'step-ended', stepId: 's1', state: 'completed', exitCode: 137, output: { id: 's1', bytes: 5 } },
      { type: 'text', messageId: 'm9', text: 'late', final: true },
      { type: 'turn-started', origin: 'background' },
    ]);
    const last = events.at(-1)!;
    assert.deepEqual(last.type === 'step' && [last.state, last.exitCode, last.output, last.late], [
      'interrupted',
      137,
      { id: 's1', bytes: 5 },
      true,
    ]);
  });
});
