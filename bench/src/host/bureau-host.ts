import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Connection, connect, readAddress } from '@bureau/host/client';

const here = dirname(fileURLToPath(import.meta.url));
const bureau = join(here, '../../../packages/cli/bin/bureau.js');
const ticksPerSecond = 100;

export interface BenchHost {
  readonly pid: number;
  readonly line: Connection;
  readonly root: string;
  /** Starts so many tasks, each in a folder of its own. */
  start(count: number): Promise<readonly string[]>;
}

/** The built Bureau with an agent that streams so many events a second, and a window of this process on it. */
export async function onHost<Value>(events: number, measure: (host: BenchHost) => Promise<Value>): Promise<Value> {
  const root = mkdtempSync(join(tmpdir(), 'bureau-bench-host-'));
  const agent = join(root, 'claude');
  const program = join(here, 'streaming-claude.cjs');
  writeFileSync(agent, `#!/bin/sh\nSTREAM_EVENTS=${events} exec '${process.execPath}' '${program}' "$@"\n`, {
    mode: 0o755,
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    BUREAU_DATA_DIR: join(root, 'data'),
    BUREAU_CLAUDE_PATH: agent,
  };
  const child = spawn(process.execPath, [bureau, 'open', '--json'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  try {
    const [text] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const { url } = JSON.parse(text) as { url: string };
    const line = connect(readAddress(url)!);
    try {
      return await measure({
        pid: child.pid!,
        line,
        root,
        start: (count) =>
          Promise.all(
            Array.from({ length: count }, async (_, index) => {
              const folder = join(root, `work-${index}`);
              mkdirSync(folder, { recursive: true });
              return (await line.start({ agent: 'claude', folder, prompt: `Work number ${index}` })).task;
            }),
          ),
      });
    } finally {
      line.close();
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(root, { recursive: true, force: true });
  }
}

/** The host and its supervisors; not the agents. */
export function ownProcesses(host: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === host);
  return [host, ...children];
}

function statOf(pid: number): { readonly parent: number; readonly ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** Cores that these processes use together, over so many milliseconds. */
export async function coresUsed(pids: readonly number[], ms: number): Promise<number> {
  const ticks = (): number => pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0);
  const before = ticks();
  const begun = performance.now();
  await wait(ms);
  return (ticks() - before) / ticksPerSecond / ((performance.now() - begun) / 1000);
}

/** Resident memory in MiB. */
export function memoryOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}
