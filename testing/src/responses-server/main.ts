// A scripted Responses API to try Codex by hand: node testing/src/responses-server/main.ts write [--port N] [--home DIR]
// Prints one JSON line {url, env?}; with --home DIR it makes a CODEX_HOME there that points to it. Ends on SIGINT.
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCodexHome, startResponsesServer } from './index.ts';
import { scenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' }, home: { type: 'string' }, model: { type: 'string' } },
  allowPositionals: true,
});
const name = positionals[0] ?? 'hello';
const script = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
if (!script) {
  process.stderr.write(`No scenario «${name}». There are: ${Object.keys(scenarios).join(', ')}\n`);
  process.exit(2);
}
const server = await startResponsesServer(script, Number(values.port));
const made = values.home
  ? await mkdir(values.home, { recursive: true }).then(() =>
      makeCodexHome({
        folder: resolve(values.home!),
        url: server.url,
        approvalPolicy: 'on-request',
        sandbox: 'workspace-write',
        ...(values.model ? { model: values.model } : {}),
      }),
    )
  : undefined;
process.stdout.write(`${JSON.stringify({ url: server.url, ...(made ? { env: made.env, work: made.work } : {}) })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void server.close());
