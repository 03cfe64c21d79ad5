import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { agentsUnderTest, heard, toolResults } from '@bureau/testing';
import { stage, tell } from './stage.ts';

const bash = (command: string, more: object = {}) => ({
  tool: 'Bash',
  input: { command, description: 'Scripted', ...more },
});
const write = (path: string) => ({ tool: 'Write', input: { file_path: path, content: 'made\n' } });
const ask = {
  tool: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Blue', description: 'Calm' },
          { label: 'Red', description: 'Loud' },
        ],
      },
      {
        question: 'Which sizes?',
        header: 'Sizes',
        multiSelect: true,
        options: [
          { label: 'S', description: 'Small' },
          { label: 'L', description: 'Large' },
        ],
      },
    ],
  },
};
const say = (text: string) => ({ parts: [{ say: text }] });

for (const { version, path: binary } of await agentsUnderTest('claude')) {
  describe(`Claude Code ${version}`, () => {
    it('answers, and tells session, model, turn, text and cost', async (t) => {
      const staged = await stage(t, { binary, script: [say('Hello there, Ana.')] });
      await tell(staged, 'Hi', '11111111-1111-4111-8111-111111111111');
      const session = await staged.next('session');
      assert.ok(session.agentSessionId.length > 10 && (session.models?.length ?? 0) > 0);
      assert.equal((await staged.next('turn-started')).origin, 'user');
      assert.equal((await staged.next('said')).messageId, '11111111-1111-4111-8111-111111111111');
      const whole = await staged.next('text', (event) => event.final);
      assert.equal(whole.text, 'Hello there, Ana.');
      const pieces = staged.events.flatMap((event) =>
        event.type === 'text' && !event.final && event.messageId === whole.messageId ? [event.text] : [],
      );
      assert.equal(pieces.join(''), whole.text, 'the pieces have the whole message’s id');
      assert.ok((await staged.next('usage')).costUsd !== undefined);
      assert.equal((await staged.next('turn-ended')).state, 'completed');
      assert.deepEqual(
        staged.events.filter((event) => event.type === 'notice'),
        [],
      );
    });

    it('writes a file after a yes', async (t) => {
      const staged = await stage(t, { binary, script: [{ parts: [write('made.txt')] }, say('Done.')] });
      await tell(staged, 'Make it');
      const { key, request } = await staged.next('request-opened');
      assert.ok(request.kind === 'permission' && request.action.kind === 'tool' && request.action.tool === 'write');
      assert.equal(staged.session.answer(key, { answer: 'allow' }), 'sent');
      assert.equal(staged.session.answer(key, { answer: 'allow' }), 'unknown', 'a second answer is told so');
      assert.equal((await staged.next('request-closed')).how, 'answered');
      assert.equal((await staged.next('step-ended')).state, 'completed');
      await staged.next('turn-ended');
      assert.equal(readFileSync(join(staged.home.work, 'made.txt'), 'utf8'), 'made\n');
    });

    it('does not write after a no, and the model hears the words', async (t) => {
      const staged = await stage(t, { binary, script: [{ parts: [bash('touch no.txt')] }, say('Then not.')] });
      await tell(staged, 'Make it');
      const { key, request } = await staged.next('request-opened');
      assert.ok(
        request.kind === 'permission' && request.action.kind === 'command' && request.action.command === 'touch no.txt',
      );
      assert.equal(request.exact, 'touch no.txt');
      staged.session.answer(key, { answer: 'deny', message: 'Please put it into the attic instead.' });
      assert.equal((await staged.next('step-ended')).state, 'declined');
      await staged.next('turn-ended');
      assert.ok(!existsSync(join(staged.home.work, 'no.txt')));
      assert.match(heard(await staged.server.request(1)), /Please put it into the attic instead/);
    });

    it('does not ask again for what was allowed for the session, and writes no rule down', async (t) => {
      const staged = await stage(t, {
        binary,
        script: [{ parts: [bash('mkdir one')] }, say('One.'), { parts: [bash('mkdir two')] }, say('Two.')],
      });
      await tell(staged, 'Make one');
      const { key, request } = await staged.next('request-opened');
      assert.ok(request.kind === 'permission' && (request.similar?.length ?? 0) > 0);
      staged.session.answer(key, { answer: 'allow-similar' });
      await staged.next('turn-ended');
      await tell(staged, 'Make two');
      await staged.next('turn-ended');
      assert.ok(existsSync(join(staged.home.work, 'two')));
      assert.equal(staged.events.filter((event) => event.type === 'request-opened').length, 1);
      assert.ok(!existsSync(join(staged.home.work, '.claude')), 'nothing permanent was written');
    });

    it('asks a question and gets the answers', async (t) => {
      const staged = await stage(t, { binary, script: [{ parts: [ask] }, say('Thank you.')] });
      await tell(staged, 'Ask me');
      const { key, request } = await staged.next('request-opened');
      assert.ok(request.kind === 'question');
      assert.deepEqual(
        request.questions.map(({ text, multiple }) => [text, multiple]),
        [
          ['Which colour?', false],
          ['Which sizes?', true],
        ],
      );
      staged.session.answer(key, { answer: 'answers', answers: { q1: ['Blue'], q2: ['S', 'L'] } });
      await staged.next('turn-ended');
      const results = toolResults(await staged.server.request(1)).join('\n');
      assert.match(results, /Blue/);
      assert.match(results, /S, L/);
      assert.equal(staged.events.filter((event) => event.type === 'step-started').length, 0, 'a question is no step');
    });

    it('asks before it leaves plan mode', async (t) => {
      const staged = await stage(t, {
        binary,
        start: { plan: true },
        script: (seen, index) =>
          index === 0
            ? { parts: [{ tool: 'ToolSearch', input: { query: 'select:ExitPlanMode', max_results: 1 } }] }
            : heard(seen).includes('approved') || index > 2
              ? say('Off I go.')
              : { parts: [{ tool: 'ExitPlanMode', input: { plan: 'First the roof.' } }] },
      });
      await tell(staged, 'Plan it');
      const { key, request } = await staged.next('request-opened');
      assert.ok(request.kind === 'permission' && request.plan === true);
      staged.session.answer(key, { answer: 'allow' });
      assert.equal((await staged.next('turn-ended')).state, 'completed');
    });

    it('tells how a command ended', async (t) => {
      const staged = await stage(t, { binary, script: [{ parts: [bash('echo hello; exit 3')] }, say('It failed.')] });
      await tell(staged, 'Run it');
      void staged.next('request-opened').then(
        ({ key }) => staged.session.answer(key, { answer: 'allow' }),
        () => undefined,
      );
      const ended = await staged.next('step-ended');
      assert.deepEqual([ended.state, ended.exitCode], ['failed', 3]);
      assert.match(ended.output ?? '', /hello/);
    });

    it('interrupts: the request is withdrawn, its late answer unknown, the turn interrupted', async (t) => {
      const staged = await stage(t, { binary, script: [{ parts: [bash('touch x.txt')] }, say('Never.')] });
      await tell(staged, 'Go');
      const { key } = await staged.next('request-opened');
      const { done } = await staged.session.interrupt(20_000);
      assert.ok(done);
      assert.equal((await staged.next('request-closed')).how, 'withdrawn');
      assert.equal((await staged.next('turn-ended')).state, 'interrupted');
      assert.equal(staged.session.answer(key, { answer: 'allow' }), 'unknown');
      assert.deepEqual(
        staged.events.filter((event) => event.type === 'step-started').length,
        staged.events.filter((event) => event.type === 'step-ended').length,
      );
      assert.ok(!existsSync(join(staged.home.work, 'x.txt')));
    });

    it('steers: words said in mid-work belong to the running turn', async (t) => {
      const gate = Promise.withResolvers<void>();
      const staged = await stage(t, {
        binary,
        script: [{ parts: [{ say: 'Working.' }, bash('touch a.txt')], holdUntil: gate.promise }, say('Heard.')],
      });
      await tell(staged, 'Work');
      await staged.next('text');
      await tell(staged, 'Use blue ink', '22222222-2222-4222-8222-222222222222');
      gate.resolve();
      const { key } = await staged.next('request-opened');
      staged.session.answer(key, { answer: 'allow' });
      await staged.next('said', (event) => event.text === 'Use blue ink');
      await staged.next('turn-ended');
      assert.ok(staged.server.requests.some((request) => heard(request).includes('Use blue ink')));
    });

    it('shows a turn that a background job started as such', async (t) => {
      const staged = await stage(t, {
        binary,
        script: [
          { parts: [bash('sleep 0.4; touch done.txt', { run_in_background: true })] },
          say('It runs.'),
          say('It has ended.'),
        ],
      });
      await tell(staged, 'Run it in the background');
      const { key } = await staged.next('request-opened');
      staged.session.answer(key, { answer: 'allow' });
      assert.equal((await staged.next('background', ({ items }) => items.length === 1)).items.length, 1);
      assert.equal((await staged.next('turn-ended')).origin, 'user');
      assert.equal((await staged.next('turn-started', ({ origin }) => origin === 'background')).origin, 'background');
      assert.equal((await staged.next('turn-ended')).origin, 'background');
      await staged.next('background', ({ items }) => items.length === 0);
    });

    it('goes on with a session, and says when there is none', async (t) => {
      const staged = await stage(t, { binary, script: [say('One.'), say('Two.')] });
      await tell(staged, 'Remember the word heron');
      const { agentSessionId } = await staged.next('session');
      await staged.next('turn-ended');
      assert.ok((await staged.session.close(20_000)).exited);
      const again = staged.again({ resume: agentSessionId });
      await tell(again, 'Which word?');
      assert.equal((await again.next('session')).agentSessionId, agentSessionId);
      await again.next('turn-ended');
      assert.match(heard(await staged.server.request(1)), /heron/);
      const none = staged.again({ resume: '99999999-9999-4999-8999-999999999999' });
      const ready = await none.session.ready;
      const failed = ready.ok
        ? await none.session.say({ id: 'x', text: 'Hello' }).then(() => none.next('exited'))
        : ready;
      assert.equal(failed.error?.code, 'session-unknown');
    });

    const failures: [string, Parameters<typeof stage>[1], string][] = [
      ['no login', { binary, script: [], key: false }, 'not-logged-in'],
      ['403', { binary, script: () => ({ status: 403 }) }, 'not-logged-in'],
      [
        'an unknown model',
        {
          binary,
          script: () => ({
            status: 404,
            body: { type: 'error', error: { type: 'not_found_error', message: 'model: x' } },
          }),
        },
        'model',
      ],
      ['an overloaded model', { binary, script: () => ({ status: 529 }) }, 'not-reachable'],
      [
        'a prompt that is too long',
        {
          binary,
          script: () => ({
            status: 400,
            body: {
              type: 'error',
              error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8' },
            },
          }),
        },
        'too-long',
      ],
    ];
    for (const [name, options, code] of failures) {
      it(`${name}: the turn failed, and why`, async (t) => {
        const staged = await stage(t, options);
        await tell(staged, 'Hi');
        const ended = await staged.next('turn-ended');
        assert.deepEqual([ended.state, ended.error?.code], ['failed', code]);
      });
    }

    it('says that it tries again', async (t) => {
      const staged = await stage(t, {
        binary,
        script: (_seen, index) => (index === 0 ? { status: 529 } : say('Back.')),
      });
      await tell(staged, 'Hi');
      await staged.next('notice', ({ code }) => code === 'retry');
      assert.equal((await staged.next('turn-ended')).state, 'completed');
    });

    it('broken settings of its own are said, with its words', async (t) => {
      const staged = await stage(t, {
        binary,
        script: [],
        prepare: (home) => writeFile(join(home.env['HOME']!, '.claude.json'), '{ not json'),
      });
      const ready = await staged.session.ready;
      assert.ok(!ready.ok);
      assert.equal(ready.error.code, 'broken-config');
    });

    it('says when the person’s own settings ask for nothing', async (t) => {
      const staged = await stage(t, {
        binary,
        settings: { permissions: { defaultMode: 'acceptEdits' } },
        script: [{ parts: [write('free.txt')] }, say('Done.')],
      });
      await tell(staged, 'Write');
      await staged.next('notice', ({ code }) => code === 'not-asked');
      assert.equal((await staged.next('session')).asksLess, 'acceptEdits');
      await staged.next('turn-ended');
      assert.ok(existsSync(join(staged.home.work, 'free.txt')));
    });

    it('leaves a folder’s own programs out when told to', async (t) => {
      const prepare = async (home: { work: string }) => {
        await mkdir(join(home.work, '.claude'), { recursive: true });
        const hook = { hooks: [{ type: 'command', command: `touch ${join(home.work, 'hook-ran')}` }] };
        await writeFile(
          join(home.work, '.claude', 'settings.json'),
          JSON.stringify({ hooks: { UserPromptSubmit: [hook] } }),
        );
      };
      for (const without of [true, false]) {
        const staged = await stage(t, {
          binary,
          script: [say('Hi.')],
          prepare,
          start: { withoutFolderPrograms: without },
        });
        await tell(staged, 'Hi');
        await staged.next('turn-ended');
        assert.equal(existsSync(join(staged.home.work, 'hook-ran')), !without);
      }
    });

    it('shows a sub-agent’s steps below the step that started it', async (t) => {
      const script = (seen: Parameters<typeof heard>[0]) => {
        const words = heard(seen);
        if (words.includes('You look for bugs') && !words.includes('Start a helper'))
          return toolResults(seen).length > 0 ? say('No bugs.') : { parts: [bash('ls -la /')] };
        return toolResults(seen).length > 0
          ? say('A helper looks.')
          : {
              parts: [
                {
                  tool: 'Agent',
                  input: { description: 'Look', prompt: 'You look for bugs', subagent_type: 'general-purpose' },
                },
              ],
            };
      };
      const staged = await stage(t, { binary, script });
      await tell(staged, 'Start a helper');
      const parent = await staged.next('step-started', ({ kind }) => kind === 'agent');
      const child = await staged.next('step-started', ({ parentStep }) => parentStep !== undefined);
      assert.equal(child.parentStep, parent.stepId);
    });

    it('asks for each of several commands of one message by a key of its own', async (t) => {
      const commands = ['mkdir a1', 'touch b2', 'mkdir c3'];
      const staged = await stage(t, {
        binary,
        script: [{ parts: commands.map((command) => bash(command)) }, say('Done.')],
      });
      await tell(staged, 'Three');
      const keys = new Set<string>();
      for (const command of commands) {
        const { key, request } = await staged.next('request-opened');
        assert.equal(request.kind === 'permission' && request.exact, command);
        keys.add(key);
        staged.session.answer(key, command === 'touch b2' ? { answer: 'deny' } : { answer: 'allow' });
      }
      await staged.next('turn-ended');
      assert.equal(keys.size, 3);
      assert.deepEqual(
        ['a1', 'b2', 'c3'].map((name) => existsSync(join(staged.home.work, name))),
        [true, false, true],
      );
    });
  });
}
