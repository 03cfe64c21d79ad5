import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const versions = ['0.171.0', '0.163.0', '0.156.0'];

/**
 * The real Codex to test with, fetched from npm into a cache on demand: the newest, or all pinned ones where
 * BUREAU_TEST_ALL_AGENTS is set (CI).
 */
export async function codexBinaries(): Promise<readonly { version: string; path: string }[]> {
  const wanted = process.env['BUREAU_TEST_ALL_AGENTS'] ? versions : versions.slice(0, 1);
  return Promise.all(wanted.map(async (version) => ({ version, path: await fetchCodex(version) })));
}

async function fetchCodex(version: string): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'bureau-test-agents');
  const folder = join(cache, `codex-${version}`);
  const binary = join(folder, 'package/vendor/x86_64-unknown-linux-musl/bin/codex');
  if (existsSync(binary)) return binary;
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, 'making-'));
  await run('npm', ['pack', `@openai/codex@${version}-linux-x64`, '--silent'], { cwd: making });
  await run('tar', ['xzf', `openai-codex-${version}-linux-x64.tgz`, '--exclude=*/voice/*'], { cwd: making });
  // Whoever is first wins; a copy that another test has put there is as good.
  await rename(making, folder).catch(() => rm(making, { recursive: true }));
  return binary;
}
