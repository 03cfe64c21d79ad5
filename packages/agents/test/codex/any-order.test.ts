import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import fc from 'fast-check';
import type { Input } from '../../src/codex/state.ts';
import {
  backgroundOf,
  begun,
  commandEnded,
  commandStarted,
  eventsOf,
  failure,
  listed,
  note,
  play,
  request,
  result,
  stepStates,
  turnEnded,
} from './play.ts';

const turns = ['turn-1', 'turn-2'];
const calls = ['call-1', 'call-2', 'call-3'];
const turn = fc.constantFrom(...turns);
const call = fc.constantFrom(...calls);
const message = { id: 'm', text: 'go' };

/** Anything that can come, in any order; also what Codex never sent so far. */
const anything: fc.Arbitrary<Input> = fc.oneof(
  turn.map((id) => note('turn/started', { turn: { id, status: 'inProgress' } })),
  fc
    .tuple(turn, fc.constantFrom('completed', 'interrupted', 'failed', 'newer'))
    .map(([id, status]) => turnEnded(status, id)),
  fc.tuple(call, turn).map(([id, turnId]) => commandStarted(id, {}, turnId)),
  fc
    .tuple(call, turn, fc.constantFrom('completed', 'failed', 'declined'))
    .map(([id, turnId, status]) => commandEnded(id, { status }, turnId)),
  fc
    .tuple(call, turn)
    .map(([itemId, turnId]) => note('item/agentMessage/delta', { itemId: `text-${itemId}`, turnId, delta: 'x' })),
  fc
    .tuple(fc.constantFrom(0, 1, 'a'), call)
    .map(([id, itemId]) => request(id, 'item/commandExecution/requestApproval', { itemId, command: 'ls' })),
  fc.constantFrom('n0', 'n1', 'sa').map((key): Input => ({ on: 'answer', key, answer: { answer: 'allow' } })),
  fc.constant(note('serverRequest/resolved', { requestId: 0 })),
  fc.subarray(calls).map((ids) => listed(...ids)),
  fc.constant<Input>({ on: 'say', message }),
  turn.map((id) => result({ for: 'turn', message }, { turn: { id, status: 'inProgress' } })),
  fc.constant<Input>({ on: 'interrupt', limitMs: 10 }),
  fc.constant(note('thread/closed')),
  fc
    .record({ method: fc.string(), params: fc.dictionary(fc.string(), fc.jsonValue()) })
    .map(({ method, params }) => note(method, params as Record<string, unknown>)),
  fc
    .constantFrom('item/started', 'item/completed', 'turn/started', 'error', 'thread/tokenUsage/updated')
    .chain((method) =>
      fc.jsonValue().map((value) => note(method, { item: value, turn: value, error: value, tokenUsage: value })),
    ),
);
const settling: Input[] = [
  { on: 'settle' },
  result({ for: 'settle-interrupt' }),
  result({ for: 'clean' }),
  result({ for: 'unsubscribe' }),
];

/** What holds of every stream of events. */
function assertSound(events: readonly AgentEvent[]): void {
  let inTurn = false;
  const open = new Set<string>();
  const requests = new Set<string>();
  const steps = new Set<string>();
  const interrupted = new Set<string>();
  for (const event of events) {
    if (event.type === 'turn-started') {
      assert.ok(!inTurn, 'one turn at a time');
      inTurn = true;
    }
    if (event.type === 'turn-ended') {
      assert.ok(inTurn, 'a turn ends once, after it has started');
      inTurn = false;
    }
    if (event.type === 'request-opened') {
      assert.ok(!requests.has(event.key), 'a key is open once');
      requests.add(event.key);
    }
    if (event.type === 'request-closed') assert.ok(requests.delete(event.key), 'only what is open closes, once');
    if (event.type === 'step-started') {
      interrupted.delete(event.stepId);
      steps.add(event.stepId);
      open.add(event.stepId);
    }
    if (event.type === 'step-ended') {
      assert.ok(steps.has(event.stepId), 'only what has started ends');
      assert.ok(open.delete(event.stepId) || event.late, 'a second end is a late one');
      assert.ok(!interrupted.has(event.stepId) || event.state === 'interrupted', 'what was interrupted stays so');
      if (event.state === 'interrupted') interrupted.add(event.stepId);
    }
    if (event.type === 'background')
      for (const item of event.items) assert.ok(steps.has(item.id), 'background work is a step');
  }
}

describe('in any order', () => {
  it('what Bureau closed stays interrupted when its end comes late', () => {
    const begin = note('turn/started', { turn: { id: 'turn-1' } });
    const late = [commandStarted('call-1', { processId: null }), turnEnded('interrupted'), commandEnded('call-1')];
    const ends = eventsOf(play([...begun(), begin, ...late]).effects).filter((event) => event.type === 'step-ended');
    assert.deepEqual(ends, [
      { type: 'step-ended', stepId: 'call-1', state: 'interrupted' },
      { type: 'step-ended', stepId: 'call-1', state: 'interrupted', exitCode: 0, late: true },
    ]);
  });

  it('a turn that has ended does not start again', () => {
    const begin = note('turn/started', { turn: { id: 'turn-1' } });
    const game = play([...begun(), begin, turnEnded()]);
    assert.deepEqual(game.put(begin), []);
  });

  it('every turn, step and request opens before it closes, and closes once', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (inputs) => {
        assertSound(eventsOf(play([...begun(), ...inputs]).effects));
      }),
      { numRuns: 300 },
    );
  });

  it('a settled task stays asleep, whatever comes before, in between and afterwards', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 15 }),
        fc.array(fc.array(anything, { maxLength: 4 }), { minLength: settling.length, maxLength: settling.length }),
        (before, between) => {
          const game = play([...begun(), ...before]);
          const from = eventsOf(game.effects).length;
          for (const [at, input] of settling.entries()) game.put(input, ...between[at]!);
          const events = eventsOf(game.effects);
          assertSound(events);
          const woken = events
            .slice(from)
            .filter((event) => /^(turn-started|step-started|request-opened)$/.test(event.type));
          assert.deepEqual(woken, []);
          assert.deepEqual(backgroundOf(events), []);
          assert.equal(game.state.background.size, 0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('the end of the process leaves nothing open', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 40 }), (inputs) => {
        const game = play([...begun(), ...inputs, { on: 'gone', error: null }]);
        const events = eventsOf(game.effects);
        assertSound(events);
        assert.ok(!Object.values(stepStates(events)).includes('running'));
        assert.deepEqual(
          [game.state.turn, game.state.requests.size, game.state.items.size, game.state.texts.size],
          [null, 0, 0, 0],
        );
        assert.deepEqual(backgroundOf(events), []);
      }),
      { numRuns: 300 },
    );
  });

  it('a failed clean is told, whatever its code, and the unsubscribe follows', () => {
    for (const code of [-32600, -32601, 'timeout'] as const) {
      const game = play([...begun(), { on: 'settle' }, failure({ for: 'clean' }, code, 'no such call')]);
      assert.ok(eventsOf(game.effects).some((event) => event.type === 'notice' && event.code === 'settle-failed'));
      assert.ok(game.effects.some((effect) => effect.do === 'call' && effect.method === 'thread/unsubscribe'));
    }
  });
});
