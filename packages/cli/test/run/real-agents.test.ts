import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  agentsUnderTest,
  heard,
  makeClaudeHome,
  makeCodexHome,
  startMessagesServer,
  startResponsesServer,
  toolOutputs,
  toolResults,
  userTexts,
} from '@bureau/testing';
import { type Running, startRun } from './start-run.ts';

interface Stage {
  readonly run: Running;
  readonly work: string;
  /** All that the model was told so far: the person's words and what its tools answered. */
  told(): string;
}
interface Agent {
  readonly name: 'claude' | 'codex';
  readonly version: string;
  /** Starts a run in which the model asks to run this command, then says «Done.». */
  readonly command: (t: TestContext, command: string) => Promise<Stage>;
  /** Starts a run in which the model asks which colour. */
  readonly question: (t: TestContext) => Promise<Stage>;
}

const options = [
  { label: 'Blue', description: 'Calm' },
  { label: 'Red', description: 'Loud' },
];
const done = { parts: [{ say: 'Done.' }] };

const claudes = (await agentsUnderTest('claude')).map(({ version, path }): Agent => {
  const start = async (t: TestContext, tool: string, input: unknown): Promise<Stage> => {
    const folder = ownFolder(t);
    const server = await startMessagesServer([{ parts: [{ tool, input }] }, done, done]);
    t.after(() => server.close());
    const { env, work } = await makeClaudeHome({ folder, url: server.url });
    writeFileSync(join(work, 'keep.txt'), 'kept');
    const run = startRun(
      t,
      ['--json', '--agent', 'claude', '--folder', work, 'go'],
      ours(env, folder, { BUREAU_CLAUDE_PATH: path }),
    );
    return {
      run,
      work,
      told: () => server.requests.map((seen) => `${heard(seen)}\n${toolResults(seen).join('\n')}`).join('\n'),
    };
  };
  return {
    name: 'claude',
    version,
    command: (t, command) => start(t, 'Bash', { command, description: 'Work' }),
    question: (t) =>
      start(t, 'AskUserQuestion', {
        questions: [{ question: 'Which colour?', header: 'Colour', options, multiSelect: false }],
      }),
  };
});

const codexes = (await agentsUnderTest('codex')).map(({ version, path }): Agent => {
  const start = async (t: TestContext, part: Parameters<typeof toScript>[0], ...more: string[]): Promise<Stage> => {
    const folder = ownFolder(t);
    const server = await startResponsesServer(toScript(part));
    t.after(() => server.close());
    const { env, work } = await makeCodexHome({
      folder,
      url: server.url,
      approvalPolicy: 'on-request',
      sandbox: 'workspace-write',
    });
    writeFileSync(join(work, 'keep.txt'), 'kept');
    const args = ['--json', '--agent', 'codex', '--folder', work, ...more, 'go'];
    const run = startRun(t, args, ours(env, folder, { BUREAU_CODEX_PATH: path }));
    return {
      run,
      work,
      told: () => server.requests.map((seen) => [...userTexts(seen), ...toolOutputs(seen)].join('\n')).join('\n'),
    };
  };
  return {
    name: 'codex',
    version,
    command: (t, command) => start(t, { run: command, escalate: 'To work.' }),
    question: (t) =>
      start(t, { ask: [{ id: 'colour', header: 'Colour', question: 'Which colour?', options }] }, '--plan'),
  };
});
type CodexPart =
  | { run: string; escalate: string }
  | { ask: { id: string; header: string; question: string; options: typeof options }[] };
const toScript = (part: CodexPart) => [{ parts: [part] }, done, done];

function ownFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'bureau-real-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
const ours = (env: NodeJS.ProcessEnv, folder: string, more: NodeJS.ProcessEnv) => ({
  ...env,
  ...more,
  BUREAU_DATA_DIR: join(folder, 'data'),
  BUREAU_LANG: 'en',
});

/** Each ends by itself after 100 s, if everything else fails. */
const work = (mark: string) => `sleep 100; rm keep.txt; : ${mark}`;
const escapes: Readonly<Record<string, (mark: string) => string>> = {
  nohup: (mark) => `nohup sh -c '${work(mark)}' >/dev/null 2>&1 &`,
  setsid: (mark) => `setsid sh -c '${work(mark)}' >/dev/null 2>&1 &`,
  'a double fork': (mark) => `( setsid sh -c "( sh -c '${work(mark)}' & )" >/dev/null 2>&1 & );`,
  'env -i setsid': (mark) => `env -i setsid /bin/sh -c '${work(mark)}' >/dev/null 2>&1 &`,
};
const withMark = (mark: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes(mark);
      } catch {
        return false;
      }
    });

for (const { name, version, command, question } of [...claudes, ...codexes]) {
  describe(`bureau run with the real ${name} ${version}`, () => {
    it('writes a file after an allowed card', async (t) => {
      const { run, work } = await command(t, 'echo made > made.txt');
      const request = await run.until('request');
      assert.equal(request.kind, 'permission');
      assert.equal(existsSync(join(work, 'made.txt')), false);
      run.send({ type: 'answer', requestId: request.requestId, answer: 'allow' });
      await run.until('turn', ({ state }) => state === 'completed');
      assert.equal(readFileSync(join(work, 'made.txt'), 'utf8'), 'made\n');
      run.send({ type: 'finish' });
      assert.equal((await run.until('ended')).how, 'finished');
      assert.equal((await run.over).code, 0);
    });

    it('does not write it after a refused one, and the model hears the words', async (t) => {
      const { run, work, told } = await command(t, 'echo made > made.txt');
      const request = await run.until('request');
      run.send({ type: 'answer', requestId: request.requestId, answer: 'deny', message: 'use the other drawer' });
      await run.until('step', ({ state }) => state === 'declined');
      // Codex's refusal carries no words: they follow as a message, which is a turn's last or its next beginning.
      await run.until('text', ({ final, text }) => final && text === 'Done.');
      await run.until('turn', ({ state }) => state === 'completed');
      assert.equal(existsSync(join(work, 'made.txt')), false);
      assert.match(told(), /use the other drawer/);
      run.send({ type: 'stop' });
      assert.equal((await run.over).code, 0);
    });

    it('asks a question and gets the answer', async (t) => {
      const { run, told } = await question(t);
      const request = await run.until('request');
      assert.equal(request.kind, 'question');
      const [asked] = request.questions!;
      assert.equal(asked!.text, 'Which colour?');
      run.send({ type: 'answer', requestId: request.requestId, answer: 'allow', answers: { [asked!.id]: ['Red'] } });
      await run.until('text', ({ final }) => final);
      assert.match(told(), /Red/);
      run.send({ type: 'stop' });
      assert.equal((await run.over).code, 0);
    });

    for (const [way, text] of Object.entries(escapes))
      it(`leaves nothing of ${way} running after a stop`, {
        skip: process.platform !== 'linux' && 'looks into /proc',
      }, async (t) => {
        const mark = `mark-${process.pid}-${Math.random().toString(36).slice(2)}`;
        const { run, work } = await command(t, `${text(mark)} sleep 0.3`);
        const request = await run.until('request');
        run.send({ type: 'answer', requestId: request.requestId, answer: 'allow' });
        await run.until('turn', ({ state }) => state === 'completed');
        const escaped = withMark(mark).length > 0;
        run.send({ type: 'stop' });
        const { receipt } = await run.until('stopped');
        assert.deepEqual([receipt.gone, receipt.left], [true, []]);
        assert.deepEqual(withMark(mark), []);
        assert.equal(readFileSync(join(work, 'keep.txt'), 'utf8'), 'kept');
        assert.equal((await run.over).code, 0);
        // Codex itself ends what is left in its shell's own group; everything else did escape from its agent.
        if (name === 'claude' || way !== 'nohup') assert.ok(escaped, 'it did escape from its agent');
      });
  });
}
