import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type AgentSession, claude, codex } from '@bureau/agents';
import type { AgentEvent, Desk } from '@bureau/contracts';
import {
  agentsUnderTest,
  type ClaudeScript,
  makeClaudeHome,
  makeCodexHome,
  plainHold,
  type Script,
  startMessagesServer,
  startResponsesServer,
} from '@bureau/testing';
import { type Collector, openCollector } from '../src/index.ts';
import { isDesk, until } from './logs.ts';

const [realClaude] = await agentsUnderTest('claude');
const [realCodex] = await agentsUnderTest('codex');

/** Two homes that real agents write to, and a collector that watches both from before the first of them. */
async function office(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-office-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const places = { claude: join(folder, 'claude'), codex: join(folder, 'codex') };
  for (const path of Object.values(places)) await mkdir(path);
  const collector = openCollector({
    claudeDirs: [join(places.claude, 'home/.claude')],
    codexDirs: [join(places.codex, 'codex')],
    watch: true,
  });
  t.after(() => collector.close());
  await collector.ready;
  return { places, collector };
}

interface Worker {
  readonly session: AgentSession;
  readonly work: string;
  readonly id: Promise<string>;
  readonly asked: Promise<string>;
  readonly ended: Promise<void>;
}

function hear(start: (onEvent: (event: AgentEvent) => void) => AgentSession, work: string, t: TestContext): Worker {
  const id = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<void>();
  const session = start((event) => {
    if (event.type === 'session') id.resolve(event.agentSessionId);
    if (event.type === 'request-opened') asked.resolve(event.key);
    if (event.type === 'turn-ended') ended.resolve();
  });
  t.after(() => session.held.stop());
  return { session, work, id: id.promise, asked: asked.promise, ended: ended.promise };
}

async function startClaude(t: TestContext, folder: string, script: ClaudeScript): Promise<Worker> {
  const server = await startMessagesServer(script);
  t.after(() => server.close());
  const home = await makeClaudeHome({ folder, url: server.url });
  const worker = hear(
    (onEvent) =>
      claude.start({ task: 'office', folder: home.work, env: home.env, binary: realClaude!, hold: plainHold, onEvent }),
    home.work,
    t,
  );
  await worker.session.say({ id: 'm', text: 'Tidy the shop' });
  return worker;
}
async function startCodex(t: TestContext, folder: string, script: Script): Promise<Worker> {
  const server = await startResponsesServer(script);
  t.after(() => server.close());
  const home = await makeCodexHome({
    folder,
    url: server.url,
    approvalPolicy: 'on-request',
    sandbox: 'danger-full-access',
  });
  const worker = hear(
    (onEvent) =>
      codex.start({ task: 'office', folder: home.work, env: home.env, binary: realCodex!, hold: plainHold, onEvent }),
    home.work,
    t,
  );
  await worker.session.say({ id: 'm', text: 'Tidy the shop' });
  return worker;
}

const desk = (collector: Collector, id: string, state: Desk['state']) =>
  until(collector, (line) => isDesk(line) && line.desk === id && line.state === state) as Promise<Desk>;

describe('the office beside real agents', () => {
  it('tells Claude Code’s waiting, working, resting and sudden end', async (t) => {
    const { places, collector } = await office(t);
    const gate = join(places.claude, 'go');
    const worker = await startClaude(t, places.claude, [
      {
        parts: [
          {
            tool: 'Bash',
            input: {
              command: `touch began; until [ -e ${gate} ]; do read -t 0.05 <> <(:) || :; done`,
              description: 'Wait',
            },
          },
        ],
      },
      { parts: [{ say: 'All done.' }] },
    ]);
    const id = `claude:${await worker.id}`;
    const waiting = await desk(collector, id, 'waiting');
    assert.equal(waiting.title, 'Tidy the shop');
    assert.equal(waiting.folder, worker.work);
    worker.session.answer(await worker.asked, { answer: 'allow' });
    const working = await desk(collector, id, 'working');
    assert.equal(working.posture, 'running');
    await writeFile(gate, '');
    await worker.ended;
    await desk(collector, id, 'idle');
    const started = await worker.session.held.started;
    assert.ok(started.ok);
    process.kill(started.pid, 'SIGKILL');
    await desk(collector, id, 'ended');
  });

  it('tells Codex’s waiting, working, resting and sudden end', async (t) => {
    const { places, collector } = await office(t);
    const gate = join(places.codex, 'go');
    const worker = await startCodex(t, places.codex, [
      {
        parts: [
          { run: `touch began; until [ -e ${gate} ]; do sleep 0.05; done`, escalate: 'To wait.', yieldMs: 30_000 },
        ],
      },
      { parts: [{ say: 'All done.' }] },
    ]);
    const id = `codex:${await worker.id}`;
    // With danger-full-access Codex asks for nothing: it works at once.
    const working = await desk(collector, id, 'working');
    assert.equal(working.folder, worker.work);
    await writeFile(gate, '');
    await worker.ended;
    assert.equal((await desk(collector, id, 'idle')).title, 'Tidy the shop');
    assert.ok(existsSync(join(worker.work, 'began')));
    const started = await worker.session.held.started;
    assert.ok(started.ok);
    process.kill(started.pid, 'SIGKILL');
    await desk(collector, id, 'ended');
  });

  it('tells that Codex waits for a permission, which no record says', async (t) => {
    const { places, collector } = await office(t);
    const server = await startResponsesServer([
      { parts: [{ run: 'touch began', escalate: 'To begin.' }] },
      { parts: [{ say: 'Done.' }] },
    ]);
    t.after(() => server.close());
    const home = await makeCodexHome({
      folder: places.codex,
      url: server.url,
      approvalPolicy: 'on-request',
      sandbox: 'workspace-write',
    });
    const worker = hear(
      (onEvent) =>
        codex.start({ task: 'office', folder: home.work, env: home.env, binary: realCodex!, hold: plainHold, onEvent }),
      home.work,
      t,
    );
    await worker.session.say({ id: 'm', text: 'Begin' });
    const id = `codex:${await worker.id}`;
    await worker.asked;
    await desk(collector, id, 'waiting');
    worker.session.answer(await worker.asked, { answer: 'allow' });
    await worker.ended;
    await desk(collector, id, 'idle');
  });
});
