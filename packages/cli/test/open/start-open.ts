import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Places {
  readonly work: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Folders of a test, and an environment without anybody's own things. */
export function places(t: TestContext): Places {
  const base = mkdtempSync(join(tmpdir(), 'bureau-open-'));
  const [home, work, data] = ['home', 'work', 'data'].map((name) => join(base, name)) as [string, string, string];
  for (const folder of [home, work]) mkdirSync(folder);
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    BUREAU_DATA_DIR: data,
    BUREAU_PRACTICE_PACE: '0',
    LANG: 'C',
  };
  return { work, data, env };
}

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `under`: a program, with its arguments, that runs it. */
export function start(
  t: TestContext,
  args: readonly string[],
  env: Places['env'],
  under: readonly string[] = [],
): ChildProcess {
  const [command, ...rest] = [...under, process.execPath, main, ...args];
  const child = spawn(command!, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  return child;
}

/** Runs a command to its end. */
export async function bureau(
  t: TestContext,
  args: readonly string[],
  env: Places['env'],
  under: readonly string[] = [],
): Promise<Finished> {
  const child = start(t, args, env, under);
  const texts = { out: '', err: '' };
  child.stdout!.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    texts.err += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

export interface Opened {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly version: string;
  /** The line as it came. */
  readonly line: string;
  readonly finished: Promise<Finished>;
}

/** `bureau open --json`, until it can be used. */
export async function open(
  t: TestContext,
  env: Places['env'],
  more: readonly string[] = [],
  under: readonly string[] = [],
): Promise<Opened> {
  const child = start(t, ['open', '--json', ...more], env, under);
  let err = '';
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const lines = createInterface({ input: child.stdout! });
  const all: string[] = [];
  lines.on('line', (line) => all.push(line));
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, out: all.join('\n'), err }));
  const first = once(lines, 'line').then(([line]) => String(line));
  const line = await Promise.race([
    first,
    finished.then(({ code }) => {
      throw new Error(`bureau open ended with ${code}: ${err}`);
    }),
  ]);
  const { url, pid, dataDir, version } = JSON.parse(line);
  const [base, token] = String(url).split('/#token=') as [string, string];
  return { child, url: base, token, pid, dataDir, version, line, finished };
}
