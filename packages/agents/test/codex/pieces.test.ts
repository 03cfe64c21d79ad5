import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import type { Held } from '@bureau/containment';
import type { AgentEvent } from '@bureau/contracts';
import fc from 'fast-check';
import { codex } from '../../src/codex/index.ts';
import type { Input } from '../../src/codex/state.ts';
import type { AgentSession } from '../../src/types.ts';
import { begun, commandStarted, eventsOf, note, play, thread } from './play.ts';

/** The real session over lines that are written by hand: only its process is played. */
function begin(onEvent: (event: AgentEvent, session: AgentSession) => void) {
  const events: AgentEvent[] = [];
  const stdout = new PassThrough();
  const exited = Promise.withResolvers<{ code: number; signal: null }>();
  const write = (message: unknown) => stdout.write(`${JSON.stringify(message)}\n`);
  const answers: Readonly<Record<string, unknown>> = {
    initialize: { userAgent: 'bureau/0.171.0' },
    'account/read': { account: null, requiresOpenaiAuth: false },
    'model/list': { data: [] },
    'thread/start': { thread: { id: thread }, model: 'gpt-5.5' },
  };
  const stdin = new Writable({
    write(line, _encoding, done) {
      const { id, method } = JSON.parse(String(line)) as { id?: number; method: string };
      if (id !== undefined && answers[method]) write({ id, result: answers[method] });
      done();
    },
  });
  const held = { started: Promise.resolve({ ok: true }), stdin, stdout, stderr: null, exited: exited.promise };
  const over = Promise.withResolvers<void>();
  const session = codex.start({
    task: 't',
    folder: '/home/ana/shop',
    env: {},
    binary: { path: 'codex', version: null },
    hold: () => held as unknown as Held,
    onEvent(event) {
      events.push(event);
      if (event.type === 'exited') over.resolve();
      else onEvent(event, session);
    },
  });
  return {
    session,
    stdout,
    events,
    async end() {
      stdout.end();
      exited.resolve({ code: 0, signal: null });
      await over.promise;
      return events;
    },
  };
}

const item = fc.constantFrom('a', 'b');
const where = fc.constantFrom(thread, 'thread-2');
const piece = fc
  .record({
    method: fc.constantFrom(
      'item/agentMessage/delta',
      'item/agentMessage/delta',
      'item/plan/delta',
      'item/reasoning/textDelta',
      'item/commandExecution/outputDelta',
    ),
    threadId: fc.oneof({ weight: 4, arbitrary: fc.constant(thread) }, { weight: 1, arbitrary: where }),
    itemId: fc.oneof({ weight: 4, arbitrary: fc.constant('a') }, { weight: 1, arbitrary: item }),
    delta: fc.oneof(fc.string(), fc.constantFrom('é', '파일', '', 7, null)),
  })
  .map(({ method, ...params }) => note(method, { turnId: 'turn-1', ...params }));
const other = fc.oneof(
  fc
    .tuple(item, where)
    .map(([id, threadId]) =>
      note('item/completed', { threadId, turnId: 'turn-1', item: { type: 'agentMessage', id, text: '' } }),
    ),
  item.map((id) => note('item/started', { turnId: 'turn-1', item: { type: 'agentMessage', id, text: '' } })),
  item.map((id) => commandStarted(id)),
  fc.constant(note('turn/completed', { turn: { id: 'turn-1', status: 'interrupted', error: null } })),
  fc.constant(note('turn/started', { turn: { id: 'turn-1', status: 'inProgress' } })),
  fc.constant(
    note('item/started', {
      turnId: 'turn-1',
      item: { type: 'subAgentActivity', id: 'agent', kind: 'started', agentThreadId: 'thread-2' },
    }),
  ),
);
const stream = fc.array(fc.oneof({ weight: 6, arbitrary: piece }, { weight: 1, arbitrary: other }), { maxLength: 40 });

describe('pieces of a text, told without the machine', () => {
  it('are what the machine tells, one by one; also what is left open at the end', async () => {
    await fc.assert(
      fc.asyncProperty(stream, fc.integer({ min: 1, max: 200 }), async (inputs, cut) => {
        const game = begin(() => undefined);
        assert.deepEqual(await game.session.ready, { ok: true });
        const bytes = Buffer.from(inputs.map((input) => `${JSON.stringify(toMessage(input))}\n`).join(''));
        for (let at = 0; at < bytes.length; at += cut) game.stdout.write(bytes.subarray(at, at + cut));
        const events = await game.end();
        const exit = events.at(-1);
        const error = exit?.type === 'exited' ? (exit.error ?? null) : null;
        const machine = play([...begun(), ...inputs, { on: 'gone', error }]);
        assert.deepEqual(events.slice(1, -1), eventsOf(machine.effects).slice(1));
      }),
      { numRuns: 150 },
    );
  });
  it('stop being told as soon as the machine decides so, in the middle of a stream', async () => {
    let told = 0;
    const game = begin((event, session) => {
      // The task is finished while it streams: from then on nothing new may begin, and this text is closed.
      if (event.type === 'text' && ++told === 3) void session.settle();
    });
    await game.session.ready;
    const delta = (text: string) =>
      `${JSON.stringify(toMessage(note('item/agentMessage/delta', { turnId: 'turn-1', itemId: 'a', delta: text })))}\n`;
    game.stdout.write(['one ', 'two ', 'three ', 'four ', 'five '].map(delta).join(''));
    const texts = (await game.end()).flatMap((event) => (event.type === 'text' ? [[event.text, event.final]] : []));
    const machine = play(begun());
    for (const text of ['one ', 'two ', 'three '])
      machine.put(note('item/agentMessage/delta', { turnId: 'turn-1', itemId: 'a', delta: text }));
    machine.put({ on: 'settle' });
    for (const text of ['four ', 'five '])
      machine.put(note('item/agentMessage/delta', { turnId: 'turn-1', itemId: 'a', delta: text }));
    machine.put({ on: 'gone', error: null });
    const wanted = eventsOf(machine.effects).flatMap((event) =>
      event.type === 'text' ? [[event.text, event.final]] : [],
    );
    assert.deepEqual(texts, wanted);
    assert.deepEqual(texts.at(-1), ['one two three ', true]);
  });
});

function toMessage(input: Input) {
  assert.equal(input.on, 'notification');
  const { method, params } = input as Extract<Input, { on: 'notification' }>;
  return { method, params };
}
