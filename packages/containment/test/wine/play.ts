// Runs under Wine: plays one case of the job object and writes what it saw into a file (under Wine 8 node.exe can
// only use files). Usage: play.js CASE FOLDER
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKoffi } from '../../src/start/load-koffi.ts';
import { superviseWindows } from '../../src/windows/supervise.ts';

const [part = '', dir = ''] = process.argv.slice(2);
const script = process.argv[1]!;
const lifeMs = 60_000;
const say = (name: string, value: unknown): void => writeFileSync(join(dir, name), JSON.stringify(value));
const until = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!holds()) return;
      clearInterval(timer);
      resolve();
    }, 20);
  });

if (part === 'work') {
  let count = 0;
  setInterval(() => writeFileSync(join(dir, `beat-${process.pid}`), String(count++)), 50);
  setTimeout(() => process.exit(), lifeMs);
} else if (part === 'agent') {
  // As Git Bash does: a child of its own that outlives its parent, and one that asks to leave the job.
  for (let i = 0; i < 3; i++)
    spawn(process.execPath, [script, 'work', dir], { detached: true, stdio: 'ignore' }).unref();
  const broke = await breakAway();
  say('broke', broke);
  if (existsSync(join(dir, 'agent-goes'))) process.exit(5);
  setTimeout(() => process.exit(), lifeMs);
} else {
  if (part === 'agent-first') writeFileSync(join(dir, 'agent-goes'), '');
  const hold = await superviseWindows();
  const ends: unknown[] = [];
  const broke = (): string => (existsSync(join(dir, 'broke')) ? readFileSync(join(dir, 'broke'), 'utf8') : '');
  hold.onAgentEnd((end) => ends.push(end));
  const missing = await hold.start({ command: 'C:\\no\\such.exe', args: [], cwd: dir, env: {}, socket: null });
  const env = Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const started = await hold.start({
    command: process.execPath,
    args: [script, 'agent', dir],
    cwd: dir,
    env,
    socket: null,
  });
  const wanted = part === 'agent-first' ? 3 : 4;
  await until(() => broke() !== '' && (hold.list() as unknown[]).length >= wanted + (broke() === '0' ? 1 : 0));
  if (part === 'agent-first') await until(() => ends.length > 0);
  say('before', { missing, started, list: hold.list(), empty: hold.isEmpty(), self: process.pid });
  await until(() => existsSync(join(dir, 'go')));
  if (part === 'self-kill') process.kill(process.pid, 'SIGKILL');
  if (part === 'exit') process.exit(0);
  if (part === 'work-only') {
    const ending = await hold.killWork();
    say('after', { ending, list: hold.list(), ends });
    await until(() => existsSync(join(dir, 'done')));
    process.exit(0);
  }
  const ending = await hold.stop(0, null);
  say('after', { ending, list: hold.list(), ends, empty: hold.isEmpty() });
  process.exit(0);
}

/** Asks for a child outside of the job; the error number with which the system refuses, or 0. */
async function breakAway(): Promise<number> {
  const koffi = await loadKoffi();
  const library = koffi.load('kernel32.dll');
  const create = library.func(
    'int CreateProcessW(void *program, void *line, void *a, void *b, int inherit, uint32_t flags, void *env, void *cwd, void *startup, void *made)',
  );
  const lastError = library.func('uint32_t GetLastError()');
  const CREATE_BREAKAWAY_FROM_JOB = 0x0100_0000;
  const startup = Buffer.alloc(104);
  startup.writeUInt32LE(104);
  const line = Buffer.from(`"${process.execPath}" "${script}" work "${dir}"\0`, 'utf16le');
  const made = create(null, line, null, null, 0, CREATE_BREAKAWAY_FROM_JOB, null, null, startup, Buffer.alloc(24));
  return made ? 0 : lastError();
}
