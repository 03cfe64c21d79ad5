import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { agentsUnderTest, heard, type SeenMessages, toolResults } from '@bureau/testing';
import { stage, tell } from './stage.ts';

const say = (text: string) => ({ parts: [{ say: text }] });
const bash = (command: string, more: object = {}) => ({
  tool: 'Bash',
  input: { command, description: 'What it does', ...more },
});
const job = { parts: [bash('sleep 300 > out.txt', { run_in_background: true })] };
/** The main model starts a helper and is done; the helper does `work`, then is done too. */
const withHelper = (work: string) => (seen: SeenMessages) => {
  const isHelper = heard(seen).includes('You are the helper') && !heard(seen).includes('Start a helper');
  if (isHelper) return toolResults(seen).length > 0 ? say('The helper is done.') : { parts: [bash(work)] };
  if (toolResults(seen).length > 0 || heard(seen).includes('task-notification')) return say('I am done.');
  const input = { description: 'Help', prompt: 'You are the helper', subagent_type: 'general-purpose' };
  return { parts: [{ tool: 'Agent', input }] };
};

for (const { version, path: binary } of await agentsUnderTest('claude')) {
  describe(`Claude Code ${version}, beside the conversation`, () => {
    it('a job is listed with its own command, ends when it is told to, and starts no turn', async (t) => {
      const on = await stage(t, { binary, script: [job, say('It runs.')] });
      await tell(on, 'Start it');
      on.session.answer((await on.next('request-opened')).key, { answer: 'allow' });
      const { items } = await on.next('background', (event) => event.items[0]?.command === 'sleep 300 > out.txt');
      assert.equal((await on.next('turn-ended')).state, 'completed');
      assert.equal(await on.session.stopBackground?.(items[0]!.id), true);
      await on.next('background', (event) => event.items.length === 0);
      await on.next('notice', ({ code }) => code === 'background-ended');
      assert.equal(on.events.filter(({ type }) => type === 'turn-started').length, 1);
      assert.equal(await on.session.stopBackground?.('none'), false);
    });

    it('finish ends every job', async (t) => {
      const on = await stage(t, { binary, script: [job, say('It runs.')] });
      await tell(on, 'Start it');
      on.session.answer((await on.next('request-opened')).key, { answer: 'allow' });
      await on.next('background', (event) => event.items.length === 1);
      await on.next('turn-ended');
      assert.deepEqual(await on.session.settle(), { cleaned: true, failures: [] });
      await on.next('background', (event) => event.items.length === 0);
      assert.deepEqual(await on.session.close(20_000), { exited: true });
      const exited = await on.next('exited');
      assert.deepEqual([exited.code, exited.expected, exited.error], [0, true, undefined]);
    });

    it('a sub-agent asks after the turn that started it, and is heard; its step ends with its words', async (t) => {
      const on = await stage(t, { binary, script: withHelper('mkdir made-by-helper') });
      await tell(on, 'Start a helper');
      const agent = await on.next('step-started', ({ kind }) => kind === 'agent');
      const asked = await on.next('request-opened');
      assert.equal((await on.next('turn-ended')).state, 'completed');
      assert.equal(
        on.events.some(({ type }) => type === 'request-closed'),
        false,
        'still open',
      );
      assert.equal(on.session.answer(asked.key, { answer: 'allow' }), 'sent');
      const ended = await on.next('step-ended', ({ stepId }) => stepId === agent.stepId);
      assert.deepEqual([ended.state, ended.output], ['completed', 'The helper is done.']);
      assert.ok(existsSync(join(on.home.work, 'made-by-helper')));
      assert.equal((await on.next('turn-started', ({ origin }) => origin === 'background')).origin, 'background');
      assert.equal((await on.next('turn-ended')).origin, 'background');
    });

    it('a turn of its own is cut short where the person wants none', async (t) => {
      const held = Promise.withResolvers<void>();
      t.after(() => held.resolve());
      const on = await stage(t, {
        binary,
        script: [
          { parts: [bash('sleep 1; echo > out.txt', { run_in_background: true })] },
          say('It runs.'),
          { ...say('I go on by myself.'), holdUntil: held.promise },
        ],
        start: { noOwnTurns: true },
      });
      await tell(on, 'Start it');
      on.session.answer((await on.next('request-opened')).key, { answer: 'allow' });
      assert.equal((await on.next('turn-ended')).state, 'completed');
      const own = await on.next('turn-ended');
      assert.deepEqual([own.state, own.origin], ['interrupted', 'background']);
    });

    it('a picture goes as a picture, another file by its place, a missing picture not at all', async (t) => {
      const on = await stage(t, { binary, script: [say('I see it.')] });
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      const picture = join(on.home.work, 'a.png');
      await writeFile(picture, png);
      const missing = await on.session.say({ id: 'none', text: 'Look', files: [join(on.home.work, 'b.png')] });
      assert.match(missing.ok ? '' : missing.error.message, /b\.png/);
      const sent = await on.session.say({ id: 'look', text: 'Look', files: [picture, join(on.home.work, 'c.pdf')] });
      assert.deepEqual(sent, { ok: true });
      await on.next('turn-ended');
      const content = on.server.requests[0]!.messages.flatMap((message) => message.content as { type: string }[]);
      assert.ok(content.some(({ type }) => type === 'image'));
      assert.match(heard(on.server.requests[0]!), /c\.pdf/);
      assert.equal(on.server.requests.length, 1);
    });

    it('another model is taken from the next turn on', async (t) => {
      const on = await stage(t, { binary, script: [say('One.'), say('Two.')] });
      await tell(on, 'One');
      await on.next('turn-ended');
      assert.deepEqual(await on.session.setModel?.('claude-haiku-4-5'), { ok: true });
      await tell(on, 'Two');
      await on.next('turn-ended');
      assert.equal(on.server.requests[1]!.body['model'], 'claude-haiku-4-5');
      assert.equal((await on.next('session', ({ model }) => model === 'claude-haiku-4-5')).model, 'claude-haiku-4-5');
    });
  });
}
