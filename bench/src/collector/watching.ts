import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ticksPerSecond = 100;
const status = (pid: number, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);

/** CPU seconds of a process so far. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export interface Watched {
  /** From the start of the process to its first desk. */
  readonly firstMs: number;
  /** Share of one core at rest. */
  readonly rest: number;
  /** From a new session's first record to its desk. */
  readonly newMs: number;
  readonly peakMb: number;
}

/** `bureau office --json --watch` over a corpus: start, ten seconds of rest, then a new session. */
export async function watched(command: readonly string[], claudeDir: string): Promise<Watched> {
  const start = performance.now();
  const child = spawn(command[0]!, [...command.slice(1), '--watch'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8');
  let found: ((at: number) => void) | undefined;
  let wanted = '\n';
  child.stdout.on('data', (piece: string) => {
    text = (text + piece).slice(-200_000);
    if (found && text.includes(wanted)) found(performance.now());
  });
  const seen = (mark: string) =>
    new Promise<number>((resolve) => {
      wanted = mark;
      found = (at) => {
        found = undefined;
        resolve(at);
      };
    });
  try {
    const firstMs = (await seen('\n')) - start;
    await wait(5000);
    const before = cpuSeconds(child.pid!);
    await wait(10_000);
    const rest = (cpuSeconds(child.pid!) - before) / 10;
    const id = 'ffffffff-0000-4000-8000-000000000001';
    const folder = join(claudeDir, 'projects', '-home-ana-new');
    mkdirSync(folder, { recursive: true });
    const appeared = seen(id);
    const written = performance.now();
    writeFileSync(
      join(folder, `${id}.jsonl`),
      `${JSON.stringify({ type: 'user', cwd: '/home/ana/new', sessionId: id, timestamp: new Date().toISOString(), message: { role: 'user', content: 'New' } })}\n`,
    );
    const newMs = (await appeared) - written;
    return { firstMs, rest, newMs, peakMb: status(child.pid!, 'VmHWM') / 1024 };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}
