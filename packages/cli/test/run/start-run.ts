import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TaskEvent, TaskEventType } from '@bureau/contracts';

const bureau = fileURLToPath(new URL('../../bin/bureau.js', import.meta.url));

export type Event<Type extends TaskEventType> = Extract<TaskEvent, { type: Type }>;
export interface Running {
  readonly events: TaskEvent[];
  readonly pid: number;
  /** Everything it printed so far. */
  shown(): string;
  /** The first event of this type, come or still to come; rejects when the run ends without it. */
  until<Type extends TaskEventType>(type: Type, also?: (event: Event<Type>) => boolean): Promise<Event<Type>>;
  send(command: unknown): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  readonly over: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly stderr: string;
    readonly stdout: string;
  }>;
}
export interface Places {
  /** To work in. */
  readonly work: string;
  readonly data: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Folders of a test's own, with a home of its own; they go with the test. */
export function places(t: TestContext): Places {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bureau-run-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [work, data, home] = ['work', 'data', 'home'].map((name) => mkdtempSync(join(root, `${name}-`))) as [
    string,
    string,
    string,
  ];
  return {
    work,
    data,
    home,
    env: { PATH: process.env['PATH'], HOME: home, BUREAU_DATA_DIR: data, BUREAU_LANG: 'en', TMPDIR: tmpdir() },
  };
}

/** Starts `bureau run` with these arguments; it's stopped with the test. */
export function startRun(t: TestContext, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [bureau, 'run', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const events: TaskEvent[] = [];
  const waiting = new Set<() => void>();
  let stdout = '';
  let stderr = '';
  let over = false;
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const reading = createInterface({ input: child.stdout });
  reading.on('line', (line) => {
    if (!args.includes('--json')) return;
    events.push(JSON.parse(line));
    for (const check of waiting) check();
  });
  const ended = Promise.all([once(child, 'exit'), once(reading, 'close')]).then(([[code, signal]]) => {
    over = true;
    for (const check of waiting) check();
    return { code: code as number | null, signal: signal as string | null, stderr, stdout };
  });
  t.after(async () => {
    child.stdin.end();
    if (!over) child.kill('SIGTERM');
    await ended;
  });
  return {
    events,
    pid: child.pid!,
    shown: () => stdout,
    until: ((type: TaskEventType, also: (event: TaskEvent) => boolean = () => true) =>
      new Promise<TaskEvent>((resolve, reject) => {
        const check = () => {
          const found = events.find((event) => event.type === type && also(event));
          if (!found && !over) return;
          waiting.delete(check);
          if (found) resolve(found);
          else
            reject(
              new Error(
                `ended without «${type}»: ${events.map((event) => event.type).join(' ')}\n${stderr}\n${stdout.slice(-2000)}`,
              ),
            );
        };
        waiting.add(check);
        check();
      })) as Running['until'],
    send: (command) => void child.stdin.write(`${typeof command === 'string' ? command : JSON.stringify(command)}\n`),
    endInput: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    over: ended,
  };
}
