// A scripted Messages API to try Claude Code by hand: node testing/src/messages-server/main.ts write [--port N] [--home DIR]
// Prints one JSON line {url, env?, work?}; with --home DIR it makes a HOME there that points to it. Ends on SIGINT.
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeClaudeHome, startMessagesServer } from './index.ts';
import { claudeScenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' }, home: { type: 'string' } },
  allowPositionals: true,
});
const name = positionals[0] ?? 'hello';
const script = Object.hasOwn(claudeScenarios, name) ? claudeScenarios[name] : undefined;
if (!script) {
  process.stderr.write(`No scenario «${name}». There are: ${Object.keys(claudeScenarios).join(', ')}\n`);
  process.exit(2);
}
const server = await startMessagesServer(script, Number(values.port));
if (values.home) await mkdir(values.home, { recursive: true });
const made = values.home ? await makeClaudeHome({ folder: resolve(values.home), url: server.url }) : undefined;
process.stdout.write(`${JSON.stringify({ url: server.url, ...(made ? { env: made.env, work: made.work } : {}) })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close());
