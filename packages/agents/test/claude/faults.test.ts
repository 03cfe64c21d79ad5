import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AgentEvent } from '@bureau/contracts';
import { faultClaude, plainHold } from '@bureau/testing';
import { claude } from '../../src/claude/index.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

async function faulty(t: TestContext, fault: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-fault-'));
  t.after(() => rm(folder, { recursive: true }));
  const events: AgentEvent[] = [];
  const news = new EventEmitter();
  const session = claude.start({
    task: 'fault',
    folder,
    env: { PATH: process.env['PATH'] },
    binary: { path: await faultClaude(folder, fault), version: null },
    hold: plainHold,
    onEvent: (event) => {
      events.push(event);
      news.emit('event');
    },
  });
  t.after(() => session.held.stop());
  const until = async <Type extends AgentEvent['type']>(
    type: Type,
    which: (event: EventOf<Type>) => boolean = () => true,
  ) => {
    for (;;) {
      const found = events.find((event) => event.type === type && which(event as EventOf<Type>));
      if (found) return found as EventOf<Type>;
      await once(news, 'event');
    }
  };
  const all = <Type extends AgentEvent['type']>(type: Type) =>
    events.filter((event): event is EventOf<Type> => event.type === type);
  const notices = () => all('notice').map(({ code }) => code);
  const say = () => session.say({ id: 'm', text: 'go' });
  /** What the agent was answered, as it says itself. */
  const answered = async (count: number) => {
    const answers = () =>
      all('notice').flatMap(({ detail }) => {
        const message = JSON.parse(detail?.startsWith('{') ? detail : '{}') as { answer?: { response: unknown } };
        return message.answer ? [message.answer.response] : [];
      });
    while (answers().length < count) await once(news, 'event');
    return answers();
  };
  return { session, events, until, all, notices, say, answered };
}

describe('a Claude Code that misbehaves', () => {
  it('exits at once: said with its own words, in ready, in the event, to whoever speaks', async (t) => {
    const on = await faulty(t, 'exit');
    const ready = await on.session.ready;
    assert.ok(!ready.ok && ready.error.code === 'exited');
    assert.match(ready.error.detail ?? '', /it fell over/);
    const exited = await on.until('exited');
    assert.deepEqual([exited.code, exited.expected, exited.error?.code], [7, false, 'exited']);
    assert.equal((await on.say()).ok, false);
    assert.equal((await on.session.interrupt(1000)).done, true);
    assert.deepEqual((await on.session.settle()).failures, []);
    assert.equal(on.events.at(-1)?.type, 'exited');
  });

  for (const fault of ['hang', 'chatter']) {
    it(`${fault}: after 30 seconds without an answer it has failed as silent`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const on = await faulty(t, fault);
      await on.session.held.started;
      if (fault === 'chatter') await on.until('notice');
      // The bound begins once the start is known: one turn of the loop behind it.
      await new Promise(setImmediate);
      t.mock.timers.tick(30_000);
      const ready = await on.session.ready;
      assert.ok(!ready.ok && ready.error.code === 'silent');
      assert.equal((await on.until('exited')).error?.code, 'silent');
    });
  }

  it('does not take initialize: failed at once, in its words', async (t) => {
    const on = await faulty(t, 'refuses-initialize');
    const ready = await on.session.ready;
    assert.ok(!ready.ok && ready.error.code === 'protocol');
    assert.match(ready.error.detail ?? '', /not today/);
  });

  it('floods stderr: works on', async (t) => {
    const on = await faulty(t, 'flood');
    assert.deepEqual(await on.say(), { ok: true });
    assert.equal((await on.until('turn-ended')).state, 'completed');
  });

  it('closes its output in mid-turn: 5 seconds later the turn has failed; what was said stays', async (t) => {
    const on = await faulty(t, 'close-stdout');
    await on.say();
    const ended = await on.until('turn-ended');
    assert.deepEqual([ended.state, ended.error?.code], ['failed', 'exited']);
    assert.deepEqual(
      on.all('text').map(({ text }) => text),
      ['Half a'],
    );
    assert.equal(on.events.at(-1)?.type, 'exited');
  });

  it('exits in mid-turn: its request is withdrawn, its step interrupted, its turn failed, in that order', async (t) => {
    const on = await faulty(t, 'exit-in-turn');
    await on.say();
    await on.until('exited');
    assert.deepEqual(
      on.events
        .slice(-4)
        .map((event) => [event.type, 'state' in event ? event.state : 'how' in event ? event.how : '']),
      [
        ['request-closed', 'withdrawn'],
        ['step-ended', 'interrupted'],
        ['turn-ended', 'failed'],
        ['exited', ''],
      ],
    );
    assert.equal(on.session.answer('a', { answer: 'allow' }), 'unknown');
  });

  it('dies in the middle of a line: the line is told, never guessed', async (t) => {
    const on = await faulty(t, 'die');
    await on.say();
    const exited = await on.until('exited');
    assert.deepEqual([exited.signal, exited.expected], ['SIGKILL', false]);
    assert.deepEqual(
      on.all('text').map(({ text }) => text),
      ['Half a'],
    );
    assert.ok(on.notices().includes('line-bad'));
  });

  it('writes NULs, glued and broken lines, and messages without their parts: what is whole is taken, the rest told', async (t) => {
    const on = await faulty(t, 'junk');
    await on.say();
    assert.equal((await on.until('turn-ended')).state, 'completed');
    assert.deepEqual(
      on.all('text').map(({ text }) => text),
      ['Grüße'],
    );
    assert.equal(on.notices().filter((code) => code === 'line-bad').length, 6);
    // Once a kind: without a type (twice the same), system without a subtype, something/new, something_new.
    assert.deepEqual(
      on
        .all('notice')
        .filter(({ code }) => code === 'unknown-message')
        .map(({ message }) => /\((.*)\)/.exec(message)?.[1]),
      ['a message without a type', 'system/', 'something/new', 'system/something_new'],
    );
  });

  it('writes a byte at a time: the same words', async (t) => {
    const on = await faulty(t, 'torn');
    await on.say();
    await on.until('turn-ended');
    assert.deepEqual([on.all('text').map(({ text }) => text), on.notices()], [['안녕 🙂'], []]);
  });

  it('asks twice under one id: the first stays open, the second gets an error', async (t) => {
    const on = await faulty(t, 'duplicate');
    await on.say();
    await on.until('notice', ({ code }) => code === 'duplicate-request');
    assert.equal(on.all('request-opened').length, 1);
    const { key, request } = await on.until('request-opened');
    assert.equal(request.kind === 'permission' && request.exact, 'first');
    assert.equal(on.session.answer(key, { answer: 'allow' }), 'sent');
    const answers = (await on.answered(2)) as {
      subtype: string;
      request_id: string;
      response?: { behavior: string };
    }[];
    assert.deepEqual(
      answers.map(({ subtype, request_id, response }) => [subtype, request_id, response?.behavior]),
      [
        ['error', 'same', undefined],
        ['success', 'same', 'allow'],
      ],
    );
  });

  it('uses id 0 beside "0", and other odd ids: each gets its own answer, in its own type', async (t) => {
    const on = await faulty(t, 'odd-ids');
    await on.say();
    while (on.all('request-opened').length < 4)
      await on.until('request-opened', () => on.all('request-opened').length >= 4);
    const keys = on.all('request-opened').map(({ key }) => key);
    assert.equal(new Set(keys).size, 4);
    for (const key of keys) assert.equal(on.session.answer(key, { answer: 'deny' }), 'sent');
    const ids = ((await on.answered(4)) as { request_id: unknown }[]).map(({ request_id }) => request_id);
    assert.deepEqual(ids, [0, '0', '__proto__', '']);
  });

  it('asks for what Bureau does not know: an error at once, each time, and a notice', async (t) => {
    const on = await faulty(t, 'unknown-request');
    await on.say();
    const answers = (await on.answered(4)) as { subtype: string; error: string }[];
    assert.deepEqual(
      answers.map(({ subtype, error }) => [subtype, error]),
      [
        ['error', 'Bureau does not handle elicitation'],
        ['error', 'Bureau does not handle frobnicate'],
        ['error', 'Bureau does not handle a request without a name'],
        ['error', 'Bureau does not handle a request without a name'],
      ],
    );
    assert.equal(on.notices().filter((code) => code === 'unknown-request').length, 4);
  });

  it('withdraws a request: it closes, and a late answer is told so', async (t) => {
    const on = await faulty(t, 'withdraw');
    await on.say();
    await on.until('turn-ended');
    assert.deepEqual(on.all('request-closed'), [{ type: 'request-closed', key: 'w', how: 'withdrawn' }]);
    assert.equal(on.session.answer('w', { answer: 'allow' }), 'unknown');
  });

  it('writes a line of 8 MB: taken whole', async (t) => {
    const on = await faulty(t, 'long-line');
    await on.say();
    await on.until('turn-ended');
    assert.equal(on.all('text')[0]?.text.length, 8_000_000);
  });

  it('writes a line above the ceiling: told, left out, and the next one is read', async (t) => {
    const on = await faulty(t, 'line-over-ceiling');
    await on.say();
    await on.until('turn-ended');
    assert.deepEqual(on.notices(), ['line-too-long']);
  });

  it('has a sub-agent that works on after the turn: its request and step stay open, and can be answered', async (t) => {
    const on = await faulty(t, 'sub-agent');
    await on.say();
    await on.until('turn-ended');
    assert.deepEqual(on.all('request-closed'), []);
    assert.deepEqual(
      on.all('step-ended').map(({ stepId, state }) => [stepId, state]),
      [
        ['toolu_agent', 'completed'],
        ['toolu_own', 'interrupted'],
      ],
    );
    assert.equal(on.session.answer('sub', { answer: 'allow' }), 'sent');
    const ended = await on.until('step-ended', ({ stepId }) => stepId === 'toolu_sub');
    assert.deepEqual([ended.state, ended.output], ['completed', 'made']);
    assert.equal(on.all('turn-started').length, 1);
  });

  it('does not end when it should: close is bounded', async (t) => {
    const on = await faulty(t, 'deaf');
    await on.session.ready;
    assert.deepEqual(await on.session.close(200), { exited: false });
    await on.session.held.stop();
    assert.deepEqual([(await on.until('exited')).expected], [true]);
  });

  it('does not answer an interrupt: bounded too', async (t) => {
    const on = await faulty(t, 'no-interrupt');
    await on.session.ready;
    assert.deepEqual(await on.session.interrupt(200), { done: false, returned: [] });
  });

  it('can’t be started: said, with what to do', async (t) => {
    const events: AgentEvent[] = [];
    const session = claude.start({
      task: 'none',
      folder: tmpdir(),
      env: {},
      binary: { path: '/nowhere/claude', version: null },
      hold: plainHold,
      onEvent: (event) => events.push(event),
    });
    t.after(() => session.held.stop());
    const ready = await session.ready;
    assert.ok(!ready.ok && ready.error.code === 'not-installed');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['exited'],
    );
  });
});
