import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { agentsUnderTest, toolOutputs, userTexts } from '@bureau/testing';
import { stage, tell } from './stage.ts';

const write = { run: 'echo made > made.txt', escalate: 'To write the file.' };
const patch = (text: string) => `*** Begin Patch\n${text}\n*** End Patch`;
const done = { parts: [{ say: 'Done.' }] };

for (const { version, path: binary } of await agentsUnderTest('codex')) {
  describe(`Codex ${version}`, () => {
    it('is ready with its session, model, version and models; asks nobody less than its settings say', async (t) => {
      const on = await stage(t, { binary, script: [] });
      assert.deepEqual(await on.session.ready, { ok: true });
      const session = await on.next('session');
      assert.match(session.agentSessionId, /^[0-9a-f-]{36}$/);
      assert.equal(session.agentVersion, version);
      assert.equal(session.model, 'gpt-5.5');
      assert.equal(session.asksLess, undefined);
      const { models } = session.models ? session : await on.next('session', (event) => Boolean(event.models));
      assert.ok(models?.some((model) => model.isDefault));
    });

    it('writes a file after an allowed card, and says what it did in order', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [{ say: 'I will write it.' }, write] }, done] });
      await tell(on, 'write it', 'message-1');
      const { key, request } = await on.next('request-opened');
      assert.ok(request.kind === 'permission');
      assert.deepEqual(request.action, {
        kind: 'command',
        shell: 'bash',
        command: 'echo made > made.txt',
        cwd: on.home.work,
      });
      assert.match(request.exact, /^\S+ -lc 'echo made > made.txt'$/);
      assert.equal(request.reason, 'To write the file.');
      assert.equal(existsSync(join(on.home.work, 'made.txt')), false);
      assert.equal(on.session.answer(key, { answer: 'allow' }), 'sent');
      assert.equal(on.session.answer(key, { answer: 'allow' }), 'unknown');
      assert.deepEqual(await on.next('turn-ended'), { type: 'turn-ended', state: 'completed', origin: 'user' });
      assert.equal(await readFile(join(on.home.work, 'made.txt'), 'utf8'), 'made\n');
      const ended = await on.next('step-ended');
      assert.deepEqual([ended.state, ended.exitCode, ended.late], ['completed', 0, undefined]);
      assert.deepEqual(
        on.events
          .filter((event) => event.type === 'text' && event.final)
          .map((event) => event.type === 'text' && event.text),
        ['I will write it.', 'Done.'],
      );
      const pieces = on.events.filter((event) => event.type === 'text' && !event.final);
      assert.equal(pieces.map((event) => event.type === 'text' && event.text).join(''), 'I will write it.Done.');
      assert.deepEqual(await on.next('said'), { type: 'said', messageId: 'message-1', text: 'write it' });
      assert.equal((await on.next('request-closed')).how, 'answered');
      assert.equal((await on.next('usage', (event) => event.outputTokens >= 40)).inputTokens, 200);
    });

    it('does not write it after a refused one, and the model hears the words', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [write] }, done, done] });
      await tell(on, 'write it');
      const { key } = await on.next('request-opened');
      on.session.answer(key, { answer: 'deny', message: 'Call it other.txt instead.' });
      assert.equal((await on.next('step-ended')).state, 'declined');
      assert.equal((await on.next('turn-ended')).state, 'completed');
      assert.equal(existsSync(join(on.home.work, 'made.txt')), false);
      const last = on.server.requests.at(-1)!;
      assert.match(toolOutputs(last).join(), /rejected by user/);
      assert.ok(userTexts(last).some((text) => text.includes('Call it other.txt instead.')));
    });

    it('does not ask for the same command again after «don’t ask again», and writes no rule that stays', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [write] }, { parts: [write] }, done] });
      await tell(on, 'write it twice');
      const { key, request } = await on.next('request-opened');
      assert.ok(request.kind === 'permission');
      assert.deepEqual(request.similar, [{ kind: 'exact' }]);
      on.session.answer(key, { answer: 'allow-similar' });
      await on.next('turn-ended');
      assert.equal(on.events.filter((event) => event.type === 'request-opened').length, 1);
      assert.equal(on.events.filter((event) => event.type === 'step-ended' && event.state === 'completed').length, 2);
      assert.equal(existsSync(join(on.home.codexHome, 'rules', 'default.rules')), false);
    });

    it('shows a patch with its diff, which only the item carried', async (t) => {
      const on = await stage(t, {
        binary,
        sandbox: 'read-only',
        script: [{ parts: [{ patch: patch('*** Add File: page.html\n+<h1>Hello</h1>') }] }, done],
      });
      await tell(on, 'make a page');
      const { key, request } = await on.next('request-opened');
      assert.ok(request.kind === 'permission' && request.action.kind === 'tool');
      assert.equal(request.action.tool, 'patch');
      assert.deepEqual(request.action.input, {
        changes: [{ path: join(on.home.work, 'page.html'), kind: { type: 'add' }, diff: '<h1>Hello</h1>\n' }],
      });
      assert.match(request.exact, /add .*page\.html\n<h1>Hello/);
      assert.equal(existsSync(join(on.home.work, 'page.html')), false);
      on.session.answer(key, { answer: 'allow' });
      await on.next('turn-ended');
      assert.equal(await readFile(join(on.home.work, 'page.html'), 'utf8'), '<h1>Hello</h1>\n');
    });

    it('asks a question in plan mode and hears the answer', async (t) => {
      const question = {
        id: 'colour',
        header: 'Colour',
        question: 'Which colour?',
        options: [
          { label: 'Blue', description: 'Calm' },
          { label: 'Red', description: 'Loud' },
        ],
      };
      const on = await stage(t, { binary, script: [{ parts: [{ ask: [question] }] }, done], start: { plan: true } });
      await tell(on, 'ask me');
      const { key, request } = await on.next('request-opened');
      assert.ok(request.kind === 'question');
      assert.deepEqual(
        request.questions.map(({ id, text, options, secret }) => ({ id, text, options, secret })),
        [{ id: 'colour', text: 'Which colour?', options: question.options, secret: false }],
      );
      on.session.answer(key, { answer: 'answers', answers: { colour: ['Blue'] } });
      await on.next('turn-ended');
      assert.match(toolOutputs(on.server.requests.at(-1)!).join(), /Blue/);
    });

    it('works in code mode, the model’s own default from 0.171 on', async (t) => {
      const on = await stage(t, { binary, model: null, script: [{ parts: [write] }, done] });
      await tell(on, 'write it');
      const { key, request } = await on.next('request-opened');
      assert.ok(request.kind === 'permission' && request.action.kind === 'command');
      assert.equal(request.action.command, 'echo made > made.txt');
      on.session.answer(key, { answer: 'allow' });
      await on.next('turn-ended');
      assert.equal(await readFile(join(on.home.work, 'made.txt'), 'utf8'), 'made\n');
    });

    it('takes words while it works as steering', async (t) => {
      const gate = Promise.withResolvers<void>();
      const on = await stage(t, { binary, script: [{ parts: [{ say: 'Working.' }], holdUntil: gate.promise }, done] });
      await tell(on, 'first', 'message-1');
      await on.next('text');
      await tell(on, 'second', 'message-2');
      gate.resolve();
      await on.next('said', (event) => event.messageId === 'message-2');
      await on.next('turn-ended');
      assert.equal(on.events.filter((event) => event.type === 'turn-started').length, 1);
      assert.ok(userTexts(on.server.requests.at(-1)!).includes('second'));
    });

    it('stops with an open request: it is cancelled, the turn interrupted, the step closed', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [write] }, done] });
      await tell(on, 'write it');
      await on.next('request-opened');
      const interrupted = await on.session.interrupt(10_000);
      assert.equal(interrupted.done, true);
      assert.equal((await on.next('turn-ended')).state, 'interrupted');
      assert.equal((await on.next('request-closed')).how, 'withdrawn');
      assert.ok(['interrupted', 'declined'].includes((await on.next('step-ended')).state));
      assert.equal(existsSync(join(on.home.work, 'made.txt')), false);
    });

    it('gives a half-said text its end when it is interrupted, and hands unread words back', async (t) => {
      const gate = Promise.withResolvers<void>();
      const on = await stage(t, { binary, script: [{ parts: [{ say: 'Half a' }], holdUntil: gate.promise }] });
      await tell(on, 'talk');
      await on.next('text', (event) => event.text === 'a');
      await tell(on, 'and then', 'message-unread');
      const interrupted = await on.session.interrupt(10_000);
      gate.resolve();
      // Codex may take it up in the very moment of the stop; then it's read, and never both.
      const read = on.events.some((event) => event.type === 'said' && event.messageId === 'message-unread');
      assert.deepEqual(interrupted, { done: true, returned: read ? [] : ['message-unread'] });
      assert.equal((await on.next('text', (event) => event.final)).text, 'Half a');
    });

    it('shows what runs on after the turn, ends it on finish, and is not woken by its late end', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [{ run: 'sleep 300', yieldMs: 250 }] }, done] });
      await tell(on, 'start it');
      await on.next('turn-ended');
      const background = await on.next('background');
      assert.equal(background.items.length, 1);
      assert.match(background.items[0]!.command, /sleep 300/);
      assert.deepEqual(await on.session.settle(), { cleaned: true, failures: [] });
      const ended = await on.next('step-ended');
      assert.equal(ended.state, 'interrupted');
      assert.deepEqual((await on.next('background', (event) => event.items.length === 0)).items, []);
      assert.deepEqual(await on.session.close(10_000), { exited: true });
      const exited = await on.next('exited');
      assert.equal(exited.expected, true);
      assert.equal(on.events.filter((event) => event.type === 'turn-started').length, 1);
    });

    it('fills in a command that completes by itself after its turn, as late', async (t) => {
      const on = await stage(t, {
        binary,
        script: [{ parts: [{ run: 'until [ -e go.txt ]; do sleep 0.1; done; echo came', yieldMs: 250 }] }, done],
      });
      await tell(on, 'wait for it');
      await on.next('background');
      await writeFile(join(on.home.work, 'go.txt'), '');
      const ended = await on.next('step-ended');
      assert.deepEqual([ended.state, ended.exitCode, ended.late], ['completed', 0, true]);
      assert.match(ended.output ?? '', /came/);
    });

    it('goes on in the same session after it was killed', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [{ say: 'One.' }] }, { parts: [{ say: 'Two.' }] }] });
      await tell(on, 'first words');
      await on.next('turn-ended');
      const { agentSessionId } = await on.next('session');
      await on.session.held.stop();
      const exited = await on.next('exited');
      assert.deepEqual([exited.expected, exited.error?.code], [false, 'exited']);
      const later = on.again({ resume: agentSessionId });
      await tell(later, 'second words');
      await later.next('turn-ended');
      assert.equal((await later.next('session')).agentSessionId, agentSessionId);
      const seen = userTexts(on.server.requests.at(-1)!);
      assert.ok(seen.includes('first words') && seen.includes('second words'));
      const forked = later.again({ resume: agentSessionId, fork: true });
      await forked.session.ready;
      assert.notEqual((await forked.next('session')).agentSessionId, agentSessionId);
    });

    it('says that it does not know a session that is gone', async (t) => {
      const on = await stage(t, { binary, script: [], start: { resume: '01a22fd6-e59b-78b3-ab4a-9ff715080323' } });
      const ready = await on.session.ready;
      assert.equal(!ready.ok && ready.error.code, 'session-unknown');
    });

    it('says four different things: no login, no key, a broken setting, no network', async (t) => {
      const broken = await stage(t, { binary, script: [], top: 'model_reasoning_effort = [' });
      const first = await broken.session.ready;
      assert.equal(!first.ok && first.error.code, 'broken-config');

      const noLogin = await stage(t, {
        binary,
        script: [],
        prepare: (home) => writeFile(join(home.codexHome, 'config.toml'), '[features]\nplugins = false\n'),
      });
      const second = await noLogin.session.ready;
      assert.equal(!second.ok && second.error.code, 'not-logged-in');

      const refused = await stage(t, { binary, script: () => ({ status: 401 }) });
      await tell(refused, 'go');
      assert.equal((await refused.next('turn-ended')).error?.code, 'not-logged-in');

      const down = await stage(t, { binary, script: () => ({ status: 500 }) });
      await tell(down, 'go');
      assert.equal((await down.next('turn-ended')).error?.code, 'not-reachable');
      assert.ok(down.events.some((event) => event.type === 'notice' && event.code === 'retry'));
    });

    it('goes on after a cut stream, and names a limit', async (t) => {
      const on = await stage(t, {
        binary,
        script: [{ cutAfter: [{ say: 'Half' }] }, { parts: [{ say: 'Whole.' }] }, { status: 429 }, { status: 429 }],
      });
      await tell(on, 'go');
      assert.equal((await on.next('turn-ended')).state, 'completed');
      assert.ok(on.events.some((event) => event.type === 'notice' && event.code === 'retry'));
      await tell(on, 'again');
      const ended = await on.next('turn-ended');
      assert.deepEqual([ended.state, ended.error?.code], ['failed', 'limit']);
    });

    it('says when the person’s own settings ask less', async (t) => {
      const on = await stage(t, { binary, script: [], approvalPolicy: 'never', sandbox: 'danger-full-access' });
      await on.session.ready;
      assert.equal(
        (await on.next('session')).asksLess,
        'approval_policy = "never", sandbox_mode = "danger-full-access"',
      );
    });

    it('ends by itself when its stdin closes in mid-turn, and the turn is told', async (t) => {
      const on = await stage(t, { binary, script: [{ parts: [write] }] });
      await tell(on, 'write it');
      await on.next('request-opened');
      assert.deepEqual(await on.session.close(10_000), { exited: true });
      assert.equal((await on.next('turn-ended')).state, 'interrupted');
      assert.equal((await on.next('request-closed')).how, 'withdrawn');
      assert.equal((await on.next('exited')).expected, true);
      assert.ok(readdirSync(join(on.home.codexHome, 'sessions')).length > 0);
    });
  });
}
