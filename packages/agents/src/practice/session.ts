import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AgentError, AgentEvent } from '@bureau/contracts';
import { readJsonLines } from '@bureau/lines';
import type { AgentSession, AgentStart, Sent } from '../types.ts';
import type { FromPractice, ToPractice } from './messages.ts';

/** How long it may be silent at its start. */
const startMs = 30_000;
const drainMs = 1_000;

/** The program beside the built files, else its source. */
function programPath(): string {
  const built = fileURLToPath(new URL('./practice.js', import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL('./program/main.ts', import.meta.url));
}

const ended: AgentError = {
  code: 'exited',
  message: 'The practice agent ended unexpectedly. What was said so far is kept; start it again to go on.',
};

/** Starts the practice agent in the hold. It's Bureau's own program, so its lines are Bureau's events as they are. */
export function startPractice(options: AgentStart, version: string): AgentSession {
  const electron = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  const held = options.hold({
    command: process.execPath,
    args: ['--no-warnings', programPath(), options.resume ?? `practice-${randomUUID()}`, version],
    cwd: options.folder,
    env: { ...options.env, ...electron },
    task: options.task,
    stdin: 'pipe',
  });
  const ready = Promise.withResolvers<Sent>();
  const gone = Promise.withResolvers<true>();
  const requests = new Set<string>();
  const steps = new Set<string>();
  let interrupts: ((returned: readonly string[]) => void)[] = [];
  let inTurn = false;
  let over = false;
  let expected = false;

  held.stdin?.on('error', () => undefined);
  const send = (message: ToPractice): boolean => {
    if (over || !held.stdin || held.stdin.writableEnded || held.stdin.destroyed) return false;
    held.stdin.write(`${JSON.stringify(message)}\n`);
    return true;
  };
  const emit = (event: AgentEvent) => {
    if (!over) options.onEvent(event);
  };
  const receive = (message: FromPractice) => {
    if (message.type === 'interrupted') {
      for (const resolve of interrupts) resolve(message.returned);
      interrupts = [];
      return;
    }
    if (message.type === 'session') ready.resolve({ ok: true });
    if (message.type === 'request-opened') requests.add(message.key);
    if (message.type === 'request-closed') requests.delete(message.key);
    if (message.type === 'step-started') steps.add(message.stepId);
    if (message.type === 'step-ended') steps.delete(message.stepId);
    if (message.type === 'turn-started') inTurn = true;
    if (message.type === 'turn-ended') inTurn = false;
    emit(message);
  };
  const unreadable = (detail: string) => {
    const message = 'The practice agent said something unreadable.';
    emit({ type: 'notice', level: 'warning', code: 'line-bad', message, detail });
  };
  const closed = held.stdout
    ? readJsonLines(held.stdout, {
        message: (message) => receive(message as unknown as FromPractice),
        bad: (_, text) => unreadable(text),
        tooLong: (_, text) => unreadable(text),
      })
    : Promise.resolve();
  held.stderr?.on('error', () => undefined).resume();

  const finish = (code: number | null, signal: string | null, error: AgentError | null) => {
    for (const stepId of steps) emit({ type: 'step-ended', stepId, state: 'interrupted' });
    for (const key of requests) emit({ type: 'request-closed', key, how: 'withdrawn' });
    requests.clear();
    if (inTurn)
      emit({
        type: 'turn-ended',
        state: error ? 'failed' : 'interrupted',
        origin: 'user',
        ...(error ? { error } : {}),
      });
    ready.resolve({ ok: false, error: error ?? ended });
    emit({ type: 'exited', code, signal, expected, ...(error ? { error } : {}) });
    over = true;
    for (const resolve of interrupts) resolve([]);
    gone.resolve(true);
  };
  const watch = async () => {
    const started = await held.started;
    if (!started.ok) return finish(null, null, { code: 'start', message: started.error.message });
    const silent = setTimeout(() => {
      ready.resolve({ ok: false, error: { code: 'silent', message: 'The practice agent started but said nothing.' } });
    }, startMs);
    const exit = await held.exited;
    clearTimeout(silent);
    await within(closed, drainMs);
    finish(exit.code, exit.signal, expected ? null : ended);
  };
  void watch();

  return {
    agent: 'practice',
    held,
    ready: ready.promise,
    async say(message) {
      const first = await ready.promise;
      if (!first.ok) return first;
      return send({ do: 'say', id: message.id, text: message.text }) ? { ok: true } : { ok: false, error: ended };
    },
    answer(key, answer) {
      return requests.has(key) && send({ do: 'answer', key, answer }) && requests.delete(key) ? 'sent' : 'unknown';
    },
    async interrupt(limitMs) {
      const asked = new Promise<readonly string[]>((resolve) => interrupts.push(resolve));
      if (!send({ do: 'interrupt' })) return { done: true, returned: [] };
      const returned = await within(asked, limitMs);
      return returned ? { done: true, returned } : { done: false, returned: [] };
    },
    // What it leaves in the background is ended by the hold, as with every agent; it has no means of its own.
    settle: async () => ({ cleaned: true, failures: [] }),
    async close(limitMs) {
      expected = true;
      held.stdin?.end();
      return { exited: (await within(gone.promise, limitMs)) ?? false };
    },
  };
}

async function within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(limit.resolve, limitMs, undefined);
  try {
    return await Promise.race([promise, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
