import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { askVersion, readClaudeStatus, readCodexAccount } from '../../src/find/ask.ts';
import { findAgent, loginPath } from '../../src/index.ts';
import { compareWithTested } from '../../src/versions/tested.ts';

/** A home with a `bin` folder, and a way to put programs there. */
async function home(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-find-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const program = async (path: string, text: string): Promise<string> => {
    await writeFile(path, `#!/bin/sh\n${text}\n`);
    await chmod(path, 0o755);
    return path;
  };
  return { folder, bin, program, env: { HOME: folder, PATH: `${bin}:/usr/bin:/bin` } };
}
const claudeProgram = (loggedIn: boolean, version = '2.1.300') =>
  `case "$1" in --version) echo '${version} (Claude Code)';; auth) echo '{"loggedIn":${loggedIn},"authMethod":"claude.ai","new":1}'; exit ${loggedIn ? 0 : 1};; esac`;
const codexProgram = (account: string) =>
  `if [ "$1" = --version ]; then echo 'codex-cli 0.171.0'; exit; fi
while read -r line; do case "$line" in *account/read*) echo '{"id":2,"result":${account}}';; *initialize\\"*) echo '{"id":1,"result":{}}';; esac; done`;

describe('finding an agent', () => {
  it('by itself starts nothing: not even an agent that would hang', async (t) => {
    const { bin, program, env } = await home(t);
    const path = await program(join(bin, 'claude'), 'sleep 1000');
    const found = await findAgent('claude', { env });
    assert.deepEqual([found.path, found.version, found.login, found.problem], [path, null, 'unknown', undefined]);
  });

  it('asked, tells version, tested range and login in the agent’s own words', async (t) => {
    const { bin, program, env } = await home(t);
    const path = await program(join(bin, 'claude'), claudeProgram(true));
    assert.deepEqual(await findAgent('claude', { env, ask: true }), {
      agent: 'claude',
      path,
      version: '2.1.300',
      tested: 'tested',
      testedRange: '2.1.283 to 2.1.332',
      login: 'yes',
      loginDetail: 'claude.ai',
    });
    await program(join(bin, 'codex'), codexProgram('{"account":{"type":"chatgpt"},"requiresOpenaiAuth":true}'));
    const codex = await findAgent('codex', { env, ask: true });
    assert.deepEqual(
      [codex.version, codex.tested, codex.login, codex.loginDetail],
      ['0.171.0', 'tested', 'yes', 'chatgpt'],
    );
  });

  it('tells apart: not installed, not logged in, broken settings, a program that does not start', async (t) => {
    const { bin, program, env, folder } = await home(t);
    const problem = async (agent: 'claude' | 'codex') => (await findAgent(agent, { env, ask: true })).problem;
    // Only this home counts: an agent that this computer has elsewhere would be found.
    const bare = { HOME: folder, PATH: bin, BUREAU_CLAUDE_PATH: join(bin, 'none') };
    const missing = await findAgent('claude', { env: bare, ask: true });
    assert.deepEqual([missing.path, missing.problem?.code], [null, 'not-installed']);
    assert.match(missing.problem!.message, /BUREAU_CLAUDE_PATH.*none/);
    await program(join(bin, 'claude'), claudeProgram(false));
    assert.equal((await problem('claude'))?.code, 'not-logged-in');
    await program(join(bin, 'codex'), codexProgram('{"account":null,"requiresOpenaiAuth":true}'));
    assert.equal((await problem('codex'))?.code, 'not-logged-in');
    await program(
      join(bin, 'claude'),
      '[ "$1" = --version ] && echo 2.1.332 && exit; echo "Configuration error in /home/ana/.claude.json: JSON Parse error" >&2; exit 1',
    );
    const config = await problem('claude');
    assert.equal(config?.code, 'broken-config');
    assert.match(config.detail ?? '', /\.claude\.json/);
    await program(
      join(bin, 'codex'),
      '[ "$1" = --version ] && echo codex-cli 0.171.0 && exit; echo "Error loading configuration: /x/config.toml:1:16: unclosed array" >&2; exit 1',
    );
    assert.equal((await problem('codex'))?.code, 'broken-config');
    await program(join(bin, 'claude'), 'echo "exec format error" >&2; exit 1');
    const broken = await findAgent('claude', { env: { ...env, BUREAU_CLAUDE_PATH: join(bin, 'claude') }, ask: true });
    assert.equal(broken.problem?.code, 'start');
    assert.match(broken.problem?.detail ?? '', /exec format error/);
  });

  it('passes over a program on PATH that does not start, for a good one behind it', async (t) => {
    const { bin, folder, program, env } = await home(t);
    await program(join(bin, 'claude'), 'exit 1');
    await mkdir(join(folder, '.local', 'bin'), { recursive: true });
    const good = await program(join(folder, 'good'), claudeProgram(true));
    await symlink(good, join(folder, '.local', 'bin', 'claude'));
    const found = await findAgent('claude', { env, ask: true });
    assert.deepEqual([found.path, found.problem], [good, undefined]);
  });

  it('gives up on a program that says nothing, and ends it', async (t) => {
    const { bin, program, env } = await home(t);
    const answer = await askVersion('claude', await program(join(bin, 'claude'), 'sleep 1000'), env, 300);
    assert.equal(answer.ok, false);
  });

  it('has practice always', async () => {
    const found = await findAgent('practice', { env: {} });
    assert.deepEqual([found.login, found.tested, found.problem], ['yes', 'tested', undefined]);
    assert.notEqual(found.path, null);
  });
});

describe('the PATH of a login shell', () => {
  it('is what the person’s start-up files make of it, whatever they print', async (t) => {
    const { folder, env } = await home(t);
    await writeFile(join(folder, '.profile'), 'echo "PATH=/not/this"\nPATH=/from/profile:$PATH\n. "$HOME/.bashrc"\n');
    await writeFile(join(folder, '.bashrc'), 'PATH=/from/bashrc:$PATH\n');
    const path = await loginPath({ ...env, SHELL: '/bin/bash' });
    assert.match(path ?? '', /^\/from\/bashrc:\/from\/profile:/);
  });

  it('is not known when start-up files hang, and nothing waits for them', async (t) => {
    const { folder, env } = await home(t);
    await writeFile(join(folder, '.profile'), 'sleep 1000\n');
    assert.equal(await loginPath({ ...env, SHELL: '/bin/bash' }, 300), null);
  });

  it('is not known when the shell is none', async (t) => {
    const { env, bin } = await home(t);
    assert.equal(await loginPath({ ...env, SHELL: join(bin, 'no-shell') }), null);
  });
});

describe('the agents’ own words', () => {
  it('are read tolerantly: what isn’t understood is unknown, never yes or no', () => {
    for (const said of ['', 'error: unknown command', '[]', 'null', '{"loggedIn":"yes"}', '7'])
      assert.equal(readClaudeStatus(said), null, said);
    assert.deepEqual(readClaudeStatus('{"loggedIn":true,"apiProvider":"bedrock"}'), {
      login: 'yes',
      detail: 'bedrock',
    });
    for (const said of [undefined, null, 7, {}, { account: null }])
      assert.deepEqual(readCodexAccount(said), { login: 'unknown' });
    assert.equal(readCodexAccount({ account: null, requiresOpenaiAuth: false }).login, 'yes');
  });

  it('of a version stand below, in or above the tested range', () => {
    assert.deepEqual(
      ['2.1.282', '2.1.283', '2.1.332', '2.1.333', '2.0.999', '3.0.0-beta.1', 'new', null].map((version) =>
        compareWithTested('claude', version),
      ),
      ['older', 'tested', 'tested', 'newer', 'older', 'newer', 'unknown', 'unknown'],
    );
  });
});
