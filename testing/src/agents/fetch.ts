import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The real agents that tests run, newest first. */
export const pinned = { claude: ['2.1.332', '2.1.283'], codex: ['0.171.0', '0.163.0', '0.156.0'] } as const;
export type PinnedAgent = keyof typeof pinned;

const packages = {
  claude: (version: string) => ({ name: `@anthropic-ai/claude-code-linux-x64@${version}`, binary: 'package/claude' }),
  codex: (version: string) => ({
    name: `@openai/codex@${version}-linux-x64`,
    binary: 'package/vendor/x86_64-unknown-linux-musl/bin/codex',
  }),
} as const;

/** Where fetched agents are kept between runs: BUREAU_TEST_AGENTS, or a folder in the user's cache. */
export const agentCache = () =>
  process.env['BUREAU_TEST_AGENTS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bureau-test-agents');

/** The native binary of a real agent, fetched from npm into the cache when it isn't there. Throws with npm's words. */
export function fetchAgent(agent: PinnedAgent, version: string): Promise<string> {
  const { name, binary } = packages[agent](version);
  return fetchBinary(name, join(`${agent}-${version}`, binary));
}

/** A Node of another version, to run packed libraries on. */
export function fetchNode(version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}@${version}`;
  return fetchBinary(name, join(`node-${version}`, 'package', 'bin', platform === 'win' ? 'node.exe' : 'node'));
}

async function fetchBinary(name: string, where: string): Promise<string> {
  const path = join(agentCache(), where);
  if (existsSync(path)) return path;
  await mkdir(agentCache(), { recursive: true });
  const making = await mkdtemp(join(agentCache(), 'making-'));
  const { stdout } = await run('npm', ['pack', name, '--silent'], { cwd: making });
  const archive = stdout.trim().split('\n').at(-1)!;
  await run('tar', ['xzf', archive, '--exclude=*/voice/*'], { cwd: making });
  await rm(join(making, archive));
  // Whoever is first wins; a copy that another test has put there is as good.
  const folder = join(agentCache(), where.split(sep)[0]!);
  await rename(making, folder).catch(() => rm(making, { recursive: true }));
  return path;
}

/** The newest pinned version, or all of them in CI (BUREAU_TEST_ALL_AGENTS). */
export async function agentsUnderTest(
  agent: PinnedAgent,
): Promise<readonly { readonly version: string; readonly path: string }[]> {
  const given = process.env[`BUREAU_TEST_${agent.toUpperCase()}_VERSION`];
  const wanted = given
    ? [given]
    : process.env['BUREAU_TEST_ALL_AGENTS'] || process.env['CI']
      ? pinned[agent]
      : pinned[agent].slice(0, 1);
  return Promise.all(wanted.map(async (version) => ({ version, path: await fetchAgent(agent, version) })));
}
