import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AgentEvent } from '@bureau/contracts';
import { plainHold } from '@bureau/testing';
import { codex } from '../../src/codex/index.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;
const fixture = fileURLToPath(new URL('./fixtures/fault-codex.cjs', import.meta.url));

async function faulty(t: TestContext, fault: string) {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-fault-'));
  const events: AgentEvent[] = [];
  const news = new EventEmitter();
  const session = codex.start({
    task: 'fault',
    folder,
    env: { PATH: process.env['PATH'], FAULT: fault },
    binary: { path: process.execPath, version: null },
    hold: (spec) => plainHold({ ...spec, args: [fixture, ...spec.args] }),
    onEvent: (event) => {
      events.push(event);
      news.emit('event');
    },
  });
  t.after(async () => {
    await session.held.stop();
    await rm(folder, { recursive: true });
  });
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
  const notices = () => events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));
  const say = () => session.say({ id: 'm', text: 'go' });
  return { session, events, until, notices, say };
}

describe('a Codex that misbehaves', () => {
  it('exits at once: said with its own words, in ready, in the event, to whoever speaks', async (t) => {
    const on = await faulty(t, 'exit');
    const ready = await on.session.ready;
    assert.ok(!ready.ok && ready.error.code === 'exited');
    assert.match(ready.error.detail ?? '', /Exit code 7.*it fell over/s);
    const exited = await on.until('exited');
    assert.deepEqual([exited.code, exited.expected], [7, false]);
    assert.equal((await on.say()).ok, false);
    assert.deepEqual(await on.session.interrupt(1000), { done: true, returned: [] });
    assert.deepEqual((await on.session.settle()).failures, []);
    assert.equal(on.events.at(-1)?.type, 'exited');
  });

  it('floods stderr: nothing hangs, nothing is kept of it but its end', async (t) => {
    const on = await faulty(t, 'flood');
    assert.deepEqual(await on.session.ready, { ok: true });
  });

  it('does not answer: it can be closed and stopped all the same', async (t) => {
    const on = await faulty(t, 'hang-stdin');
    assert.deepEqual(await on.session.close(50), { exited: false });
    await on.session.held.stop();
    const ready = await on.session.ready;
    assert.equal(ready.ok, false);
  });

  it('dies in mid-turn: the half-said text ends, the turn has failed, the torn line is told', async (t) => {
    const on = await faulty(t, 'die');
    await on.say();
    const exited = await on.until('exited');
    assert.deepEqual([exited.signal, exited.error?.code], ['SIGKILL', 'exited']);
    assert.equal((await on.until('text', (event) => event.final)).text, 'Half a');
    const ended = await on.until('turn-ended');
    assert.deepEqual([ended.state, ended.error?.code], ['failed', 'exited']);
    assert.deepEqual(on.notices(), ['line-bad']);
  });

  it('closes its output and lives on: given up after a while, in bounded time', async (t) => {
    const on = await faulty(t, 'close-stdout');
    await on.say();
    const exited = await on.until('exited');
    assert.deepEqual([exited.code, exited.signal, exited.expected], [null, null, false]);
    assert.equal((await on.until('turn-ended')).state, 'failed');
  });

  it('sends junk: each line is told, what is good goes on', async (t) => {
    const on = await faulty(t, 'junk');
    await on.say();
    assert.equal((await on.until('turn-ended')).state, 'completed');
    assert.equal((await on.until('text', (event) => event.final)).text, 'Grüße');
    const codes = on.notices();
    // NULs, «not json», a list, a number, and two answers that nobody waits for.
    assert.equal(codes.filter((code) => code === 'line-bad').length, 6);
    const told = on.events.filter((event) => event.type === 'notice' && event.message.includes('something/new'));
    assert.equal(told.length, 1);
    const answered = await on.until('notice', (event) => event.code === 'unknown-request');
    assert.match(answered.message, /something\/asked/);
  });

  it('sends one byte at a time, also inside a character', async (t) => {
    const on = await faulty(t, 'torn');
    await on.say();
    await on.until('turn-ended');
    assert.equal((await on.until('text', (event) => event.final)).text, '안녕 🙂');
    assert.deepEqual(on.notices(), []);
  });

  it('asks twice under one id: the second gets an error, the first can be answered', async (t) => {
    const on = await faulty(t, 'duplicate');
    await on.say();
    await on.until('notice', (event) => event.code === 'duplicate-request');
    const { key, request } = await on.until('request-opened');
    assert.ok(request.kind === 'permission' && request.exact === 'first');
    assert.equal(on.session.answer(key, { answer: 'allow' }), 'sent');
    assert.equal((await on.until('turn-ended')).state, 'completed');
  });

  it('is overloaded: asked again until it answers', async (t) => {
    const on = await faulty(t, 'overload');
    assert.deepEqual(await on.session.ready, { ok: true });
  });

  it('is too old to clean: told, and let go all the same', async (t) => {
    const on = await faulty(t, 'old');
    assert.deepEqual(await on.session.ready, { ok: true });
    const settled = await on.session.settle();
    assert.equal(settled.cleaned, false);
    assert.match(settled.failures.join(), /unknown method/);
    assert.deepEqual(on.notices(), ['settle-failed']);
  });

  it('says 8 MB in one line: it is one message', async (t) => {
    const on = await faulty(t, 'long-line');
    await on.say();
    await on.until('turn-ended');
    assert.equal((await on.until('text')).text.length, 8_000_000);
  });

  it('isn’t there, or has no folder to work in: said, nothing hangs', async (t) => {
    const events: AgentEvent[] = [];
    const session = codex.start({
      task: 'none',
      folder: tmpdir(),
      env: {},
      binary: { path: join(tmpdir(), 'no-such-codex'), version: null },
      hold: plainHold,
      onEvent: (event) => events.push(event),
    });
    t.after(() => session.held.stop());
    const ready = await session.ready;
    assert.equal(!ready.ok && ready.error.code, 'not-installed');
    assert.deepEqual(
      events.map((event) => event.type),
      ['exited'],
    );
  });
});
