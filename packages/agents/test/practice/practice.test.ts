import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startHeld } from '@bureau/containment';
import type { AgentAnswer, AgentEvent, AgentRequest } from '@bureau/contracts';
import { practice } from '../../src/index.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** The practice agent in a folder and a home of its own, answered by `decide` as a person would. */
async function play(
  t: TestContext,
  decide: (request: AgentRequest) => AgentAnswer | null,
  env: Record<string, string> = {},
) {
  const top = await mkdtemp(join(tmpdir(), 'bureau-practice-'));
  const [folder, home] = [join(top, 'work'), join(top, 'home')];
  await mkdir(folder);
  await mkdir(home);
  await writeFile(join(home, 'a file at home'), '');
  const events: AgentEvent[] = [];
  const news = new EventEmitter();
  const session = practice.start({
    task: `practice-${process.pid}`,
    folder,
    env: { PATH: process.env['PATH'], HOME: home, BUREAU_LANG: 'en', BUREAU_PRACTICE_PACE: '0', ...env },
    binary: { path: '', version: null },
    hold: startHeld,
    onEvent: (event) => {
      events.push(event);
      news.emit('event');
      const answer = event.type === 'request-opened' ? decide(event.request) : null;
      // A person never answers while the request is still being told.
      if (event.type === 'request-opened' && answer) queueMicrotask(() => session.answer(event.key, answer));
    },
  });
  t.after(async () => {
    await session.held.stop();
    await rm(top, { recursive: true, force: true, maxRetries: 5 });
  });
  const until = async <Type extends AgentEvent['type']>(
    type: Type,
    which: (event: EventOf<Type>) => boolean = () => true,
  ): Promise<EventOf<Type>> => {
    for (;;) {
      const found = events.find((event) => event.type === type && which(event as EventOf<Type>));
      if (found) return found as EventOf<Type>;
      await once(news, 'event');
    }
  };
  assert.deepEqual(await session.ready, { ok: true });
  return { session, events, until, folder, home };
}

const yes = (request: AgentRequest): AgentAnswer =>
  request.kind === 'question' ? { answer: 'answers', answers: { colour: ['Green'] } } : { answer: 'allow' };
const no = (): AgentAnswer => ({ answer: 'deny' });
const actions = (events: readonly AgentEvent[]) =>
  events.flatMap((event) =>
    event.type === 'request-opened' && event.request.kind === 'permission' ? [event.request.action] : [],
  );
const texts = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'text' && event.final ? [event.text] : [])).join('\n');

describe('the practice agent', () => {
  it('plays its scene for real: writes, deletes, looks outside, leaves a clock running', async (t) => {
    const on = await play(t, yes);
    await on.session.say({ id: 'm1', text: 'Make me a page' });
    assert.equal((await on.until('turn-ended')).state, 'completed');
    assert.match(await readFile(join(on.folder, 'index.html'), 'utf8'), /background:#dff5e1/);
    assert.equal(existsSync(join(on.folder, 'note.txt')), false);
    assert.deepEqual(
      actions(on.events).map((action) => (action.kind === 'command' ? action.command.split(' ')[0] : action.name)),
      ['fileChange', 'rm', 'ls', 'date'],
    );
    assert.ok(on.events.some((event) => event.type === 'step-ended' && event.output?.includes('a file at home')));
    assert.ok(
      on.events
        .filter((event) => event.type === 'step-ended')
        .every((event) => event.type === 'step-ended' && event.state === 'completed'),
    );
    assert.equal((await on.until('background')).items.length, 1);
    assert.match(texts(on.events), /I am no AI.*Make me a page/s);
    assert.deepEqual(await on.until('said'), { type: 'said', messageId: 'm1', text: 'Make me a page' });
  });

  it('never touches a file that it did not make', async (t) => {
    const on = await play(t, yes);
    const own = ['index.html', 'note.txt', 'clock.txt', 'practice-note.txt'];
    for (const name of own) await writeFile(join(on.folder, name), 'mine');
    await on.session.say({ id: 'm1', text: 'go' });
    await on.until('turn-ended');
    for (const name of own) assert.equal(await readFile(join(on.folder, name), 'utf8'), 'mine');
    const made = (await readdir(on.folder)).filter((name) => !own.includes(name));
    assert.deepEqual(made.sort(), ['practice-clock.txt', 'practice-index.html']);
    assert.match(texts(on.events), /open practice-index.html.*practice-clock.txt/s);
  });

  it('leaves a clock that Stop really ends', {
    skip: process.platform !== 'linux' && 'the proof is Linux’s',
  }, async (t) => {
    const on = await play(t, yes);
    await on.session.say({ id: 'm1', text: 'go' });
    await on.until('turn-ended');
    const running = await on.session.held.list();
    assert.ok(
      running.some((process) => process.command.includes('clock.txt')),
      JSON.stringify(running),
    );
    const receipt = await on.session.held.stop();
    assert.equal(receipt.gone, true);
    assert.ok(receipt.ended.some((process) => process.command.includes('clock.txt')));
  });

  it('respects every No, says so, and leaves nothing', async (t) => {
    const on = await play(t, no);
    await on.session.say({ id: 'm1', text: 'go' });
    assert.equal((await on.until('turn-ended')).state, 'completed');
    assert.deepEqual(await readdir(on.folder), []);
    assert.equal(on.events.filter((event) => event.type === 'background').length, 0);
    assert.ok(
      on.events
        .filter((event) => event.type === 'step-ended')
        .every((event) => event.type === 'step-ended' && event.state === 'declined'),
    );
    assert.match(texts(on.events), /I wrote nothing.*go on without it.*nothing runs/s);
  });

  it('hears the words of a refusal, and what is said while it works', async (t) => {
    let opened: string | null = null;
    const on = await play(t, (request) => {
      if (request.kind === 'question') return { answer: 'deny' };
      if (opened !== null) return { answer: 'deny' };
      opened = request.exact;
      return null;
    });
    await on.session.say({ id: 'm1', text: 'go' });
    const { key } = await on.until('request-opened', (event) => event.request.kind === 'permission');
    await on.session.say({ id: 'm2', text: 'hurry up' });
    on.session.answer(key, { answer: 'deny', message: 'Call it home.html' });
    assert.equal(on.session.answer(key, { answer: 'allow' }), 'unknown');
    await on.until('turn-ended');
    assert.match(texts(on.events), /“hurry up”.*“Call it home.html”/s);
    assert.equal(on.events.filter((event) => event.type === 'turn-started').length, 1);
  });

  it('answers briefly afterwards, and plays again when it is asked to', async (t) => {
    const on = await play(t, no);
    await on.session.say({ id: 'm1', text: 'go' });
    await on.until('turn-ended');
    const before = on.events.length;
    await on.session.say({ id: 'm2', text: 'what is the weather?' });
    await on.until('turn-ended', (event) => on.events.indexOf(event) > before);
    assert.equal(actions(on.events.slice(before)).length, 0);
    const then = on.events.length;
    await on.session.say({ id: 'm3', text: 'Again!' });
    await on.until('turn-ended', (event) => on.events.indexOf(event) > then);
    // Without the page there is no note to delete.
    assert.equal(actions(on.events.slice(then)).length, 3);
  });

  it('stops in the middle: the card is withdrawn, the step interrupted, unread words come back', async (t) => {
    const on = await play(t, (request) => (request.kind === 'question' ? yes(request) : null));
    await on.session.say({ id: 'm1', text: 'go' });
    await on.until('request-opened', (event) => event.request.kind === 'permission');
    await on.session.say({ id: 'm2', text: 'unread' });
    assert.deepEqual(await on.session.interrupt(10_000), { done: true, returned: ['m2'] });
    assert.equal((await on.until('turn-ended')).state, 'interrupted');
    assert.equal((await on.until('request-closed', (event) => event.how === 'withdrawn')).how, 'withdrawn');
    assert.equal((await on.until('step-ended')).state, 'interrupted');
    assert.deepEqual(await readdir(on.folder), []);
    assert.deepEqual(await on.session.close(10_000), { exited: true });
    assert.equal((await on.until('exited')).expected, true);
  });

  for (const [lang, words] of [
    ['ko', /연습용 에이전트/],
    ['zh-TW', /練習用的代理/],
  ] as const)
    it(`speaks ${lang}`, async (t) => {
      const on = await play(t, no, { BUREAU_LANG: lang });
      await on.session.say({ id: 'm1', text: 'go' });
      await on.until('turn-ended');
      assert.match(texts(on.events), words);
    });

  it('tells when its process is gone in mid-turn, and nothing said is lost', async (t) => {
    const on = await play(t, () => null);
    await on.session.say({ id: 'm1', text: 'go' });
    await on.until('request-opened');
    const [agent] = (await on.session.held.list()).filter((running) => running.command.includes('practice'));
    assert.ok(agent);
    process.kill(agent.pid, 'SIGKILL');
    const exited = await on.until('exited');
    assert.deepEqual([exited.expected, exited.error?.code], [false, 'exited']);
    assert.equal((await on.until('turn-ended')).state, 'failed');
    assert.match(texts(on.events), /I am no AI/);
  });
});
