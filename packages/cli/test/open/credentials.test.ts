import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { connect } from '@bureau/host/client';
import { until } from '@bureau/testing';
import { bureau, open, places } from './start-open.ts';

const hasStrace = (() => {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
// In CI a machine without strace fails this test instead of passing it over.
const skip = !hasStrace && !process.env['CI'] && 'strace is not installed';

/** Where the agents, and others, keep what logs a person in. */
const credentials = [
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.netrc',
  '.npmrc',
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.config/gh/hosts.yml',
];

it('Bureau’s own processes never open a credentials file', { skip }, async (t) => {
  const { env: usual, ...on } = { ...places(t) };
  // An agent's own processes may open what is theirs: none is found here.
  const env = { ...usual, BUREAU_CLAUDE_PATH: '/nowhere/claude', BUREAU_CODEX_PATH: '/nowhere/codex' };
  const home = usual['HOME']!;
  for (const name of credentials) {
    const path = join(home, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '{"secret":"not for Bureau"}');
  }
  const traces = join(on.work, '..', 'traces');
  mkdirSync(traces);
  const trace = [
    'strace',
    '-ff',
    '-qq',
    '-e',
    'trace=open,openat,openat2',
    '-e',
    'signal=none',
    '-o',
    join(traces, 'of'),
  ];
  // A host that does all that it does without being told: finding agents, the office, a task, a stop.
  const opened = await open(t, env, [], trace);
  const line = connect({ url: opened.url, token: opened.token });
  t.after(() => line.close());
  line.office.subscribe(() => {});
  await until(() => line.office.getSnapshot().loaded);
  await line.call('doctor', {});
  await line.call('folders.list', { path: home });
  const { task } = await line.start({ agent: 'practice', folder: on.work, prompt: 'show me' });
  const store = line.task(task);
  store.subscribe(() => {});
  await until(() => store.getSnapshot().requests.length > 0);
  await line.command(task, { type: 'stop' });
  line.close();
  process.kill(opened.pid, 'SIGTERM');
  await opened.finished;
  await bureau(t, ['doctor', '--json'], env, trace);
  const lines = readdirSync(traces).flatMap((name) => readFileSync(join(traces, name), 'utf8').split('\n'));
  assert.ok(
    lines.some((text) => text.includes(join(on.data, 'token'))),
    'the trace saw the host',
  );
  const touched = lines.filter((text) => credentials.some((name) => text.includes(`"${join(home, name)}"`)));
  assert.deepEqual(touched, []);
});
