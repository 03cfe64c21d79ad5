import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentsUnderTest, makeClaudeHome, startMessagesServer } from '@bureau/testing';
import { median, type Row, round } from '../row.ts';

const bureau = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'packages/cli/bin/bureau.js');
const rounds = 7;

/** `bureau run --json` against the bare CLI, one after the other: from the spawn to the first words of the model. */
export async function firstEvent(): Promise<Row[]> {
  const [claude] = await agentsUnderTest('claude');
  const folder = mkdtempSync(join(tmpdir(), 'bureau-bench-first-'));
  const server = await startMessagesServer(() => ({ parts: [{ say: 'Hello.' }] }));
  try {
    const { env, work } = await makeClaudeHome({ folder, url: server.url });
    const ours = { ...env, BUREAU_CLAUDE_PATH: claude!.path, BUREAU_DATA_DIR: join(folder, 'data') };
    const bare = [
      '-p',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--include-partial-messages',
      '--replay-user-messages',
      '--permission-prompt-tool',
      'stdio',
    ];
    const lines = [
      { type: 'control_request', request_id: 'b-1', request: { subtype: 'initialize', hooks: null } },
      {
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        parent_tool_use_id: null,
        session_id: '',
      },
    ];
    const times = { bareFirst: [] as number[], bareText: [] as number[], first: [] as number[], text: [] as number[] };
    for (let i = 0; i < rounds; i++) {
      const their = await timed(claude!.path, bare, work, env, /text_delta/, lines);
      const our = await timed(
        process.execPath,
        [bureau, 'run', '--json', '--agent', 'claude', '--folder', work, 'hi'],
        work,
        ours,
        /"type":"text"/,
        [],
      );
      times.bareFirst.push(their.first);
      times.bareText.push(their.match);
      times.first.push(our.first);
      times.text.push(our.match);
    }
    const added = median(times.first) - median(times.bareFirst);
    const addedText = median(times.text) - median(times.bareText);
    return [
      { what: 'bare Claude Code: spawn → first line', value: round(median(times.bareFirst), 0), unit: 'ms' },
      { what: 'bureau run: spawn → first event', value: round(median(times.first), 0), unit: 'ms' },
      { what: 'added to the first event', value: round(added, 0), unit: 'ms', limit: '≤ 150 ms', met: added <= 150 },
      { what: 'added to the first words of the model', value: round(addedText, 0), unit: 'ms' },
    ];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from the spawn to the first line, and to the first one that matches; it's then ended. */
function timed(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  match: RegExp,
  send: readonly object[],
): Promise<{ first: number; match: number }> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(command, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    let first = 0;
    let found = 0;
    let seen = '';
    for (const line of send) child.stdin.write(`${JSON.stringify(line)}\n`);
    child.stdout.on('data', (chunk: Buffer) => {
      first ||= performance.now() - begun;
      seen += chunk;
      if (found || !match.test(seen)) return;
      found = performance.now() - begun;
      child.stdin.end();
    });
    child.on('exit', () => resolve({ first, match: found }));
  });
}
