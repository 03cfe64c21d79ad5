import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  makeCodexHome,
  type Script,
  startResponsesServer,
  toolOutputs,
  userTexts,
} from '../src/responses-server/index.ts';

const codeModeItem = {
  type: 'additional_tools',
  tools: [{ type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec' }] }],
};
const ask = async (url: string, input: unknown[] = []) => {
  const response = await fetch(`${url}/responses`, { method: 'POST', body: JSON.stringify({ model: 'm', input }) });
  return { status: response.status, text: response.text() };
};
const events = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as { type: string; item?: { name?: string; input?: string } });
const playing = async (script: Script, use: (url: string) => Promise<void>) => {
  await using server = await startResponsesServer(script);
  await use(server.url);
};

describe('the scripted Responses API', () => {
  it('streams what the script says, in the order of the real one', () =>
    playing([{ parts: [{ say: 'Hello there' }, { run: 'ls' }] }], async (url) => {
      const got = events(await (await ask(url)).text);
      assert.deepEqual(
        got.map((event) => event.type),
        [
          'response.created',
          'response.output_item.added',
          'response.output_text.delta',
          'response.output_text.delta',
          'response.output_item.done',
          'response.output_item.done',
          'response.completed',
        ],
      );
      assert.equal(got[5]?.item?.name, 'exec_command');
    }));

  it('wraps a command in JavaScript for a model in code mode', () =>
    playing([{ parts: [{ run: 'ls' }] }], async (url) => {
      const done = events(await (await ask(url, [codeModeItem])).text).find((event) => event.item);
      assert.equal(done?.item?.name, 'exec');
      assert.match(done?.item?.input ?? '', /await tools\.exec_command\(\{"cmd":"ls"\}\)/);
    }));

  it('fails as it is told to: a status, a cut stream, a failed response', () =>
    playing([{ status: 429 }, { cutAfter: [{ say: 'so far' }] }, { failed: 'server_error' }], async (url) => {
      assert.equal((await ask(url)).status, 429);
      await assert.rejects((await ask(url)).text);
      assert.ok((await (await ask(url)).text).includes('response.failed'));
    }));

  it('keeps a held stream open until it is let go', async () => {
    const gate = Promise.withResolvers<void>();
    await playing([{ parts: [{ say: 'first' }], holdUntil: gate.promise }], async (url) => {
      const whole = (await ask(url)).text;
      gate.resolve();
      assert.ok((await whole).includes('response.completed'));
    });
  });

  it('keeps what it was sent, and what it was asked besides', async () => {
    await using server = await startResponsesServer([{ parts: [] }]);
    const waiting = server.request(0);
    await (
      await ask(server.url, [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'do it' }] },
        { type: 'function_call_output', call_id: 'c', output: 'rejected by user' },
      ])
    ).text;
    const seen = await waiting;
    assert.deepEqual(userTexts(seen), ['do it']);
    assert.deepEqual(toolOutputs(seen), ['rejected by user']);
    assert.equal((await fetch(`${server.url}/models`)).status, 404);
    assert.deepEqual(server.others, ['GET /v1/models']);
  });

  it('says so in the answer when the script has ended', () =>
    playing([], async (url) => assert.ok((await (await ask(url)).text).includes('The script has ended'))));
});

describe('a CODEX_HOME for tests', () => {
  it('points to the server only, with its temporary folder elsewhere', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-codex-home-'));
    t.after(() => rm(folder, { recursive: true }));
    const home = await makeCodexHome({ folder, url: 'http://127.0.0.1:1/v1', approvalPolicy: 'on-request' });
    const config = await readFile(join(home.codexHome, 'config.toml'), 'utf8');
    assert.match(config, /base_url = "http:\/\/127\.0\.0\.1:1\/v1"/);
    assert.match(config, /plugins = false/);
    assert.ok(!home.codexHome.startsWith(home.env['TMPDIR'] ?? ''));
    assert.deepEqual(Object.keys(home.env).sort(), ['CODEX_HOME', 'FAKE_KEY', 'HOME', 'PATH', 'RUST_LOG', 'TMPDIR']);
  });
});
