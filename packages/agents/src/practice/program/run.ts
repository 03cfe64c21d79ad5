// The one file besides containment that starts processes: this program is an agent, and runs what it was allowed to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

export interface Ran {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs a command in the system's own shell, in a session of its own as real agents do, until it ends or is aborted. */
export async function run(
  command: string,
  cwd: string,
  signal: AbortSignal,
  onOutput: (text: string) => void,
): Promise<Ran> {
  const windows = process.platform === 'win32';
  const [program, args] = windows
    ? ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command]]
    : ['/bin/sh', ['-c', command]];
  signal.throwIfAborted();
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: !windows, windowsHide: true });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let output = '';
  const take = (chunk: Buffer) => {
    const text = chunk.toString();
    // A home folder may hold a great many names.
    if (output.length > 20_000) return;
    output += text;
    onOutput(text);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  try {
    const closed = once(child, 'close');
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    // Its last words may still be in the pipes, and what it leaves in the background may hold them open for ever.
    await Promise.race([closed, pause(500, undefined, { ref: false })]);
    signal.throwIfAborted();
    return { exitCode, output };
  } finally {
    signal.removeEventListener('abort', kill);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
