import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { agentsUnderTest, plainHold, toolOutputs } from '@bureau/testing';
import { type Json, textOf } from '../../src/codex/json.ts';
import { startRpc } from '../../src/codex/rpc.ts';
import { listen } from '../../src/codex/wire.ts';
import { stage, tell } from './stage.ts';

const formsServer = fileURLToPath(new URL('./fixtures/forms-server.cjs', import.meta.url));
const tables = `[mcp_servers.forms]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(formsServer)}]\n`;
const order = { call: 'order', namespace: 'mcp__forms', input: { what: 'tea' } };
/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const done = { parts: [{ say: 'Done.' }] };

for (const { version, path: binary } of await agentsUnderTest('codex')) {
  describe(`Codex ${version}, more of it`, () => {
    it('a tool of a tool server asks for consent, then its form; «don’t ask again» holds for the session', async (t) => {
      const on = await stage(t, { binary, tables, script: [{ parts: [order] }, { parts: [order] }, done] });
      await tell(on, 'order tea');
      const consent = await on.next('request-opened');
      assert.ok(consent.request.kind === 'permission' && consent.request.action.kind === 'tool');
      assert.deepEqual(
        [consent.request.action.tool, consent.request.action.name, consent.request.action.input],
        ['mcp', 'mcp__forms__order', { what: 'tea' }],
      );
      assert.deepEqual(consent.request.similar, [{ kind: 'exact' }]);
      on.session.answer(consent.key, { answer: 'allow-similar' });
      const form = await on.next('request-opened');
      assert.ok(form.request.kind === 'question');
      assert.deepEqual(
        form.request.questions.map((question) => question.text),
        ['How many', 'size'],
      );
      on.session.answer(form.key, { answer: 'answers', answers: { count: ['3'], size: ['large'] } });
      const second = await on.next('request-opened');
      assert.equal(second.request.kind, 'question', 'the second call is not asked about again');
      on.session.answer(second.key, { answer: 'deny' });
      assert.equal((await on.next('turn-ended')).state, 'completed');
      const [first, then] = toolOutputs(on.server.requests.at(-1)!);
      assert.match(first ?? '', /"action":"accept","content":\{"count":3,"size":"large"\}/);
      assert.match(then ?? '', /"action":"decline"/);
      const steps = on.events.filter((event) => event.type === 'step-started');
      assert.ok(steps.every((event) => event.type === 'step-started' && event.kind === 'mcp'));
    });

    it('a refused tool is not called', async (t) => {
      const on = await stage(t, { binary, tables, script: [{ parts: [order] }, done] });
      await tell(on, 'order tea');
      on.session.answer((await on.next('request-opened')).key, { answer: 'deny' });
      await on.next('turn-ended');
      assert.ok(!toolOutputs(on.server.requests.at(-1)!).join().includes('heard'));
    });

    it('says that a message of more than 1 MiB is too long, and goes on', async (t) => {
      const on = await stage(t, { binary, script: [done] });
      const long = await on.session.say({ id: 'long', text: 'x'.repeat(1_048_577) });
      assert.equal(!long.ok && long.error.code, 'too-long');
      await tell(on, 'x'.repeat(1_000_000));
      assert.equal((await on.next('turn-ended')).state, 'completed');
    });

    it('takes a message of nothing but blanks as it is, without hanging', async (t) => {
      const on = await stage(t, { binary, script: [done] });
      const sent = await on.session.say({ id: 'empty', text: ' ' });
      if (sent.ok) await on.next('turn-ended');
      await tell(on, 'and on', 'second');
      await on.next('said', (event) => event.messageId === 'second');
    });

    it('sends images as images, and names other files', async (t) => {
      const on = await stage(t, { binary, script: [done] });
      const image = join(on.home.work, 'dot.png');
      await writeFile(image, Buffer.from(dot, 'base64'));
      await on.session.say({ id: 'm', text: 'look', files: [formsServer, image] });
      await on.next('turn-ended');
      assert.match(JSON.stringify(on.server.requests[0]!.input), /"input_image"[^}]*data:image\/png/);
      assert.ok(JSON.stringify(on.server.requests[0]!.input).includes(formsServer));
    });

    it('tells that the network is away, for as long as it is, and stops when it is told to', async (t) => {
      const on = await stage(t, { binary, script: [] });
      await on.session.ready;
      await on.server.close();
      await tell(on, 'go');
      const notice = await on.next('notice', (event) => event.code === 'retry');
      assert.equal(notice.level, 'warning');
      assert.equal((await on.session.interrupt(10_000)).done, true);
      assert.equal((await on.next('turn-ended')).state, 'interrupted');
    });

    it('takes another model from the next turn on', async (t) => {
      const on = await stage(t, { binary, script: [done, done] });
      await tell(on, 'one');
      await on.next('turn-ended');
      await on.session.setModel!('gpt-5.5-other');
      await tell(on, 'two');
      await on.next('turn-ended');
      assert.deepEqual(
        on.server.requests.map((seen) => seen.body['model']),
        ['gpt-5.5', 'gpt-5.5-other'],
      );
    });

    it('answers each of 300 calls at once, some only after an overload', async (t) => {
      const on = await stage(t, { binary, script: [] });
      await on.session.ready;
      const held = plainHold({
        command: binary,
        args: ['app-server'],
        cwd: on.home.work,
        env: on.home.env,
        task: 'many',
        stdin: 'pipe',
      });
      const outcomes: string[] = [];
      const all = Promise.withResolvers<void>();
      const came = (what: string) => {
        if (outcomes.push(what) === 301) all.resolve();
      };
      let overloads = 0;
      const rpc = startRpc({
        write: (line) => held.stdin!.write(`${line}\n`) || true,
        onResult: (purpose) => {
          came('result');
          if (purpose.for === 'initialize')
            for (let at = 0; at < 300; at++) rpc.call({ for: 'models' }, 'model/list', {}, 60_000);
        },
        onFailure: (_, failure) => came(String(failure.code)),
      });
      void listen(held.stdout, {
        receive: (message: Json) => {
          if (textOf(message, 'method') !== undefined) return;
          if (JSON.stringify(message).includes('-32001')) overloads++;
          rpc.answered(message['id'], message);
        },
        unreadable: (words) => came(words),
      });
      const clientInfo = { name: 'many', title: null, version: '1' };
      rpc.call({ for: 'initialize' }, 'initialize', { clientInfo, capabilities: { experimentalApi: true } }, 30_000);
      await all.promise;
      // Before the folder goes that it writes into.
      await held.stop();
      assert.deepEqual([...new Set(outcomes)], ['result'], `${overloads} overloads`);
      t.diagnostic(`${overloads} of 300 were told to come again`);
    });
  });
}
