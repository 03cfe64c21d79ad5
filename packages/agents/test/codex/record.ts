// Records the protocol of real Codex for the replay test: node packages/agents/test/codex/record.ts (all pinned versions).
// One line a message, in the order they passed: {"from":"person","input"} · {"from":"bureau","message"} · {"from":"codex","message"}.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, Writable } from 'node:stream';
import type { Held, HoldSpec } from '@bureau/containment';
import type { AgentEvent } from '@bureau/contracts';
import { readJsonLines } from '@bureau/lines';
import {
  agentsUnderTest,
  makeCodexHome,
  plainHold,
  type Reply,
  type Script,
  startResponsesServer,
  toolOutputs,
  userTexts,
} from '@bureau/testing';
import { codex } from '../../src/codex/index.ts';
import type { AgentSession } from '../../src/types.ts';
import { recordings } from './recordings.ts';

const write = { run: 'echo made > made.txt', escalate: 'To write the file.' };
const done: Reply = { parts: [{ say: 'Done.' }] };
const page = '*** Begin Patch\n*** Add File: page.html\n+<h1>Hello</h1>\n*** End Patch';
const colour = {
  id: 'colour',
  header: 'Colour',
  question: 'Which colour?',
  options: [
    { label: 'Blue', description: 'Calm' },
    { label: 'Red', description: 'Loud' },
  ],
};

interface Scenario {
  readonly script: Script;
  readonly plan?: boolean;
  readonly model?: null;
  readonly readOnly?: boolean;
  /** What the person does, given each event; the scenario ends when it returns. */
  readonly person: (session: AgentSession, until: Until) => Promise<unknown>;
}
type Until = <Type extends AgentEvent['type']>(
  type: Type,
  which?: (event: Extract<AgentEvent, { type: Type }>) => boolean,
) => Promise<Extract<AgentEvent, { type: Type }>>;

const go = (session: AgentSession) => session.say({ id: 'message-1', text: 'go' });
const scenarios: Record<string, Scenario> = {
  allowed: {
    script: [{ parts: [{ think: 'A file.' }, { say: 'I will write it.' }, write] }, done],
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'allow' });
      await until('turn-ended');
    },
  },
  refused: {
    script: [{ parts: [write] }, done, done],
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'deny', message: 'Call it other.txt.' });
      await until('turn-ended');
    },
  },
  'two-at-once': {
    script: [{ parts: [write, { run: 'echo other > other.txt', escalate: 'And another.' }] }, done],
    async person(session, until) {
      await go(session);
      const about = (word: string) =>
        until('request-opened', (event) => event.request.kind === 'permission' && event.request.exact.includes(word));
      // Both at once (0.171), or one after the other, in either order.
      await Promise.all([
        about('made').then(({ key }) => session.answer(key, { answer: 'allow' })),
        about('other').then(({ key }) => session.answer(key, { answer: 'deny' })),
      ]);
      await until('turn-ended');
    },
  },
  patch: {
    readOnly: true,
    script: [{ parts: [{ patch: page }] }, done],
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'allow-similar' });
      await until('turn-ended');
    },
  },
  question: {
    plan: true,
    script: [{ parts: [{ ask: [colour] }] }, done],
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'answers', answers: { colour: ['Blue'] } });
      await until('turn-ended');
    },
  },
  'code-mode': {
    model: null,
    script: [{ parts: [write] }, done],
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'allow' });
      await until('turn-ended');
    },
  },
  'background-finish': {
    script: [{ parts: [{ run: 'sleep 300', yieldMs: 250 }] }, done],
    async person(session, until) {
      await go(session);
      await until('background');
      await session.settle();
      await until('step-ended');
    },
  },
  'stop-with-open-request': {
    script: [{ parts: [{ say: 'I will write it.' }, write] }, done],
    async person(session, until) {
      await go(session);
      await until('request-opened');
      await session.interrupt(10_000);
      await session.cleanBackground?.(10_000);
    },
  },
  'sub-agent': {
    model: null,
    script: (seen) => {
      const outputs = toolOutputs(seen).length;
      const child = !userTexts(seen).includes('go');
      if (child) return outputs ? done : { parts: [{ say: 'I help.' }, write] };
      if (outputs > 1) return done;
      const input = outputs ? { timeout_ms: 20_000 } : { task_name: 'helper', message: 'Help me', fork_turns: 'none' };
      return { parts: [{ call: outputs ? 'wait_agent' : 'spawn_agent', namespace: 'collaboration', input }] };
    },
    async person(session, until) {
      await go(session);
      session.answer((await until('request-opened')).key, { answer: 'allow' });
      await until('turn-ended');
    },
  },
  'failing-server': {
    script: [{ cutAfter: [{ say: 'Half' }] }, { status: 400, body: { error: { message: 'no such thing' } } }],
    async person(session, until) {
      await go(session);
      await until('turn-ended');
    },
  },
};

/** Passes lines through and keeps each. */
function tee(hold: (spec: HoldSpec) => Held, keep: (from: 'bureau' | 'codex', message: unknown) => void) {
  return (spec: HoldSpec): Held => {
    const held = hold(spec);
    const listen = (stream: Readable, from: 'bureau' | 'codex') =>
      readJsonLines(stream, {
        message: (message) => keep(from, message),
        bad: () => undefined,
        tooLong: () => undefined,
      });
    const [out, copy] = [new PassThrough(), new PassThrough()];
    held.stdout?.on('data', (chunk: Buffer) => {
      // Kept before the driver reads it: an answer of the driver comes after what it answers.
      copy.write(chunk);
      out.write(chunk);
    });
    held.stdout?.on('end', () => out.end());
    void listen(copy, 'codex');
    const stdin = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        for (const line of chunk.toString().trim().split('\n')) keep('bureau', JSON.parse(line));
        held.stdin?.write(chunk, () => callback());
      },
      final: (callback) => void held.stdin?.end(callback),
    });
    return { ...held, stdout: out, stdin };
  };
}

async function record(version: string, path: string, name: string, scenario: Scenario): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-record-'));
  await using server = await startResponsesServer(scenario.script);
  const home = await makeCodexHome({
    folder,
    url: server.url,
    approvalPolicy: 'on-request',
    sandbox: scenario.readOnly ? 'read-only' : 'workspace-write',
    ...(scenario.model === null ? { model: null } : {}),
  });
  const kept: string[] = [];
  const events: AgentEvent[] = [];
  const waiting = new Set<() => void>();
  const tidy = (text: string) => text.replaceAll(folder, '/home/ana').replaceAll(server.url, 'http://127.0.0.1:1/v1');
  const keep = (from: string, field: object) => kept.push(tidy(JSON.stringify({ from, ...field })));
  keep('person', {
    input: {
      on: 'start',
      wish: { folder: home.work, ...(scenario.plan ? { plan: true } : {}), clientVersion: '0.1.0' },
    },
  });
  const session = codex.start({
    task: 'record',
    folder: home.work,
    env: home.env,
    binary: { path, version },
    ...(scenario.plan ? { plan: true } : {}),
    hold: tee(plainHold, (from, message) => keep(from, { message: shorten(message) })),
    onEvent: (event) => {
      events.push(event);
      for (const look of waiting) look();
    },
  });
  const person: AgentSession = {
    ...session,
    async say(message) {
      await session.ready;
      keep('person', { input: { on: 'say', message } });
      return session.say(message);
    },
    answer(key, answer) {
      keep('person', { input: { on: 'answer', key, answer } });
      return session.answer(key, answer);
    },
    interrupt(limitMs) {
      keep('person', { input: { on: 'interrupt', limitMs } });
      return session.interrupt(limitMs);
    },
    cleanBackground(limitMs) {
      keep('person', { input: { on: 'clean', limitMs } });
      return session.cleanBackground!(limitMs);
    },
    settle() {
      keep('person', { input: { on: 'settle' } });
      return session.settle();
    },
  };
  const until: Until = (type, which = () => true) =>
    new Promise((resolve) => {
      const look = () => {
        const found = events.find((event) => event.type === type && which(event as never));
        if (!found) return;
        waiting.delete(look);
        resolve(found as never);
      };
      waiting.add(look);
      look();
    });
  await scenario.person(person, until);
  const told = events.map((event) =>
    event.type === 'session' && event.models ? { ...event, models: event.models.slice(0, 2) } : event,
  );
  await session.close(5_000);
  await session.held.stop();
  const target = join(recordings, version);
  await mkdir(target, { recursive: true });
  // What the closing brought is not part of it.
  await writeFile(join(target, `${name}.jsonl`), `${kept.join('\n')}\n`);
  await writeFile(
    join(target, `${name}.events.jsonl`),
    `${told.map((event) => tidy(JSON.stringify(event))).join('\n')}\n`,
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.stderr.write(`${version} ${name}: ${kept.length} messages\n`);
}

/** The list of models is long and the same everywhere: two are enough. */
function shorten(message: unknown): unknown {
  const result = (message as { result?: { data?: { displayName?: string }[] } }).result;
  if (!result?.data?.[0]?.displayName) return message;
  return { ...(message as object), result: { ...result, data: result.data.slice(0, 2) } };
}

process.env['BUREAU_TEST_ALL_AGENTS'] = '1';
for (const { version, path } of await agentsUnderTest('codex'))
  for (const [name, scenario] of Object.entries(scenarios)) await record(version, path, name, scenario);
process.exit(0);
