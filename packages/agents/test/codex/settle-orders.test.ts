import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { type Guards, guards } from '../../src/codex/late.ts';
import type { Input } from '../../src/codex/state.ts';
import {
  backgroundOf,
  begun,
  callsOf,
  commandCleaned,
  commandEnded,
  commandStarted,
  eventsOf,
  failure,
  note,
  play,
  request,
  result,
  stepStates,
  toldOf,
  turnBegun,
  turnEnded,
  withBackground,
} from './play.ts';

const clean = result({ for: 'clean' });
const unsubscribe = result({ for: 'unsubscribe' }, { status: 'unsubscribed' });
const settle: Input = { on: 'settle' };
const closed = note('thread/closed');
const wokenTurn = note('turn/started', { turn: { id: 'turn-2', status: 'inProgress' } });

/** What a settled task may never do, in any order: begin something, stay busy, or have work left in the background. */
function assertAsleep(events: readonly AgentEvent[], from: number): void {
  const after = events.slice(from);
  const begins = new Set(['turn-started', 'step-started', 'request-opened', 'session']);
  assert.deepEqual(
    after.filter((event) => begins.has(event.type)),
    [],
    'nothing begins once the task is being finished',
  );
  assert.ok(
    after.every((event) => event.type !== 'background' || event.items.length === 0),
    'no background work comes up',
  );
  assert.deepEqual(backgroundOf(events), [], 'no background work is pending');
  assert.ok(!Object.values(stepStates(events)).includes('running'), 'no step is left running');
  for (const [step, states] of ended(events))
    assert.ok(
      !states.includes('interrupted') || states.every((state) => state === 'interrupted'),
      `${step} stays interrupted`,
    );
  for (const event of after)
    if (event.type === 'step-ended' && event.output !== undefined)
      assert.equal(event.late, true, 'what comes late says so');
}

function ended(events: readonly AgentEvent[]): Map<string, string[]> {
  const steps = new Map<string, string[]>();
  for (const event of events)
    if (event.type === 'step-ended') steps.set(event.stepId, [...(steps.get(event.stepId) ?? []), event.state]);
  return steps;
}

interface Order {
  readonly name: string;
  readonly before?: readonly Input[];
  readonly after: readonly Input[];
  /** The guard that this order is there for. */
  readonly guard: keyof Guards;
  readonly cleaned?: boolean;
}

const asleep: Pick<Guards, 'mayWake'> = { mayWake: () => true };
const without: Record<keyof Guards, Guards> = {
  mayWake: { ...guards, ...asleep },
  isLate: { ...guards, isLate: () => false },
  wasClosed: { ...guards, wasClosed: () => false },
};

const orders: readonly Order[] = [
  {
    name: 'a completion before the clean’s answer, and a turn that it starts',
    after: [settle, commandCleaned(), wokenTurn, clean, unsubscribe],
    guard: 'mayWake',
  },
  {
    name: 'a completion before the clean’s answer is late',
    after: [settle, commandCleaned(), clean, unsubscribe],
    guard: 'isLate',
  },
  {
    name: 'a completion after the clean’s answer',
    after: [settle, clean, commandCleaned(), unsubscribe, commandStarted('call-9')],
    guard: 'mayWake',
  },
  {
    name: 'a completion after the unsubscribe, with a command that says it went well',
    after: [settle, clean, unsubscribe, commandEnded('call-1', { aggregatedOutput: 'late\n' }), wokenTurn],
    guard: 'mayWake',
  },
  {
    name: 'a completion before a clean that fails',
    after: [
      settle,
      commandCleaned(),
      commandStarted('call-2', {}, 'turn-2'),
      failure({ for: 'clean' }, -32601, 'unknown'),
      unsubscribe,
    ],
    guard: 'mayWake',
    cleaned: false,
  },
  {
    name: 'a turn that publishes its end before it is counted as settled',
    before: [...begun(), ...turnBegun(), commandStarted()],
    after: [
      settle,
      turnEnded('interrupted'),
      result({ for: 'settle-interrupt' }),
      commandCleaned(),
      wokenTurn,
      clean,
      unsubscribe,
    ],
    guard: 'mayWake',
  },
  {
    name: 'a turn that publishes its end during the clean, its command completing afterwards',
    before: [...begun(), ...turnBegun(), commandStarted()],
    after: [settle, failure({ for: 'settle-interrupt' }, 'timeout'), turnEnded(), commandCleaned(), clean, unsubscribe],
    guard: 'isLate',
  },
  {
    name: 'the thread closes in the middle of the clean',
    after: [
      settle,
      closed,
      commandStarted('call-3'),
      failure({ for: 'clean' }, -32600, 'thread not found'),
      unsubscribe,
    ],
    guard: 'mayWake',
  },
  {
    name: 'a newer Codex unloads by itself long after the unsubscribe',
    after: [settle, clean, unsubscribe, closed, wokenTurn, commandCleaned()],
    guard: 'mayWake',
  },
  {
    name: 'a request of permission after the settle has begun',
    after: [
      settle,
      request(0, 'item/commandExecution/requestApproval', { command: 'ls', itemId: 'call-1' }),
      clean,
      unsubscribe,
      commandCleaned(),
    ],
    guard: 'mayWake',
  },
];

describe('a task that is finished is not woken by what comes late', () => {
  for (const order of orders) {
    const run = (withGuards: Guards) => {
      const game = play(order.before ?? withBackground(), withGuards);
      const from = eventsOf(game.effects).length;
      game.put(...order.after);
      return { game, from, events: eventsOf(game.effects) };
    };
    it(order.name, () => {
      const { game, from, events } = run(guards);
      assertAsleep(events, from);
      assert.equal(game.state.background.size, 0);
      assert.equal(game.state.turn, null);
      const told = toldOf(game.effects).filter((outcome) => outcome.of === 'settle');
      assert.deepEqual(
        told.map((outcome) => outcome.of === 'settle' && outcome.cleaned),
        [order.cleaned ?? true],
      );
      const calls = callsOf(game.effects);
      assert.ok(calls.indexOf('thread/backgroundTerminals/clean') < calls.indexOf('thread/unsubscribe'));
    });
    it(`${order.name}: fails without the guard «${order.guard}»`, () => {
      const { from, events } = run(without[order.guard]);
      assert.throws(() => assertAsleep(events, from), assert.AssertionError);
    });
  }

  it('a completion that comes after Bureau has closed its step keeps it interrupted, and fills in the rest', () => {
    const late = commandEnded('call-1', { aggregatedOutput: 'all of it\n', exitCode: 3 });
    const game = play([...withBackground(), settle, clean]);
    const [filled] = game.put(late);
    assert.deepEqual(filled, {
      type: 'step-ended',
      stepId: 'call-1',
      state: 'interrupted',
      exitCode: 3,
      output: 'all of it\n',
      late: true,
    });
    const careless = play([...withBackground(), settle, clean], without.wasClosed);
    assert.notDeepEqual(careless.put(late), [filled]);
  });
});

describe('the steps of a settle', () => {
  it('interrupts a running command only after the clean has worked', () => {
    const game = play(withBackground());
    assert.equal(stepStates(eventsOf(game.effects))['call-1'], 'running');
    game.put(settle);
    assert.equal(stepStates(eventsOf(game.effects))['call-1'], 'running');
    game.put(clean);
    assert.equal(stepStates(eventsOf(game.effects))['call-1'], 'interrupted');
  });

  it('leaves it running when the clean has failed, until an end', () => {
    const game = play([...withBackground(), settle, failure({ for: 'clean' }, 'timeout', 'too slow')]);
    assert.equal(stepStates(eventsOf(game.effects))['call-1'], 'running');
    assert.equal(callsOf(game.effects).at(-1), 'thread/unsubscribe');
    game.put(unsubscribe);
    assert.deepEqual(toldOf(game.effects).at(-1), {
      of: 'settle',
      cleaned: false,
      failures: ['Codex did not end its background commands: too slow'],
    });
    game.put({ on: 'gone', error: null });
    assert.equal(stepStates(eventsOf(game.effects))['call-1'], 'interrupted');
    assert.deepEqual(backgroundOf(eventsOf(game.effects)), []);
  });

  it('gives each call a budget of its own', () => {
    const game = play([...withBackground(), settle, failure({ for: 'clean' }, 'timeout', 'too slow')]);
    const limits = game.effects.flatMap((effect) =>
      effect.do === 'call' && /clean|unsubscribe/.test(effect.method) ? [effect.limitMs] : [],
    );
    assert.deepEqual(limits, [5000, 5000]);
  });

  it('interrupts a turn that still runs before it cleans', () => {
    const game = play([...begun(), ...turnBegun(), commandStarted(), settle]);
    assert.equal(callsOf(game.effects).at(-1), 'turn/interrupt');
    game.put(result({ for: 'settle-interrupt' }));
    assert.equal(callsOf(game.effects).at(-1), 'thread/backgroundTerminals/clean');
  });

  it('withdraws what was still asked, and answers what is asked afterwards at once', () => {
    const game = play([...begun(), ...turnBegun()]);
    game.put(request(0, 'item/commandExecution/requestApproval', { command: 'ls', itemId: 'call-1' }), settle);
    assert.ok(eventsOf(game.effects).some((event) => event.type === 'request-closed' && event.how === 'withdrawn'));
    game.put(request(1, 'item/commandExecution/requestApproval', { command: 'rm x', itemId: 'call-2' }));
    assert.deepEqual(game.effects.at(-1), { do: 'reply', id: 1, result: { decision: 'cancel' } });
  });
});
