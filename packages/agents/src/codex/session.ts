import type { AgentAnswer, AgentError, NoticeCode } from '@bureau/contracts';
import type { AgentSession, AgentStart, Message, Sent } from '../types.ts';
import { toError } from './errors.ts';
import { evolve } from './evolve.ts';
import { type Json, textOf, toObject } from './json.ts';
import { startPieces } from './pieces.ts';
import { startRpc } from './rpc.ts';
import { type Effect, type Input, initial, type Outcome } from './state.ts';
import { listen } from './wire.ts';

/** A process that has closed its output, and one that has ended while its output is open, are given up after this. */
const outputClosedMs = 5_000;
const exitedMs = 1_000;
const stderrKept = 4_000;

type Waiter<Value> = ReturnType<typeof Promise.withResolvers<Value>>;

/**
 * Starts `codex app-server` in the hold and speaks its protocol: newline-delimited JSON-RPC over stdin and stdout.
 * All it knows of the protocol is in `evolve`; here are only the process, the timers and who waits for what.
 */
export function startCodex(options: AgentStart, clientVersion: string): AgentSession {
  const held = options.hold({
    command: options.binary.path,
    args: ['app-server'],
    cwd: options.folder,
    env: options.env,
    task: options.task,
    stdin: 'pipe',
  });
  let state = initial;
  let over = false;
  let expected = false;
  let stderr = '';

  const ready = Promise.withResolvers<Sent>();
  const gone = Promise.withResolvers<void>();
  const says = new Map<string, Waiter<Sent>>();
  const interrupts = new Set<Waiter<{ done: boolean; returned: readonly string[] }>>();
  const cleans = new Set<Waiter<{ cleaned: boolean }>>();
  const settles = new Set<Waiter<{ cleaned: boolean; failures: readonly string[] }>>();

  // One input at a time: carrying out an effect may bring the next one.
  const inputs: Input[] = [];
  let busy = false;
  const feed = (input: Input) => {
    const grown = pieces.take();
    if (grown) inputs.push({ on: 'grown', text: grown });
    inputs.push(input);
    if (busy) return;
    busy = true;
    for (let next = inputs.shift(); next !== undefined; next = inputs.shift()) {
      const [evolved, effects] = evolve(state, next);
      state = evolved;
      for (const effect of effects) carryOut(effect);
      pieces.decided(next, effects);
    }
    busy = false;
  };
  const pieces = startPieces((event) => {
    if (!over) options.onEvent(event);
  });
  const carryOut = (effect: Effect): void => {
    switch (effect.do) {
      case 'emit':
        if (!over) options.onEvent(effect.event);
        return;
      case 'call':
        rpc.call(effect.purpose, effect.method, effect.params, effect.limitMs);
        return;
      case 'reply':
        rpc.reply(effect.id, effect.result);
        return;
      case 'refuse':
        rpc.refuse(effect.id, effect.code, effect.message);
        return;
      case 'notify':
        rpc.notify(effect.method);
        return;
      case 'tell':
        tellWaiting(effect.outcome);
        return;
    }
  };
  const tellWaiting = (outcome: Outcome): void => {
    switch (outcome.of) {
      case 'ready':
        ready.resolve(toSent(outcome.error));
        return;
      case 'say':
        says.get(outcome.messageId)?.resolve(toSent(outcome.error));
        says.delete(outcome.messageId);
        return;
      case 'interrupt':
        settleAll(interrupts, { done: true, returned: outcome.returned });
        return;
      case 'clean':
        settleAll(cleans, { cleaned: outcome.cleaned });
        return;
      case 'settle':
        settleAll(settles, { cleaned: outcome.cleaned, failures: outcome.failures });
        return;
    }
  };

  held.stdin?.on('error', () => undefined);
  const rpc = startRpc({
    write: (line) => {
      if (!held.stdin || held.stdin.destroyed || held.stdin.writableEnded) return false;
      held.stdin.write(`${line}\n`);
      return true;
    },
    onResult: (purpose, result) => feed({ on: 'result', purpose, result }),
    onFailure: (purpose, failure) => feed({ on: 'failure', purpose, failure }),
  });

  const receive = (message: Json) => {
    const method = textOf(message, 'method');
    const { id } = message;
    if (id === undefined && method !== undefined && pieces.follows(method, message['params'])) return;
    if (method === undefined) {
      if (!rpc.answered(id, message))
        unreadable('Codex answered something that it was not asked.', JSON.stringify(message));
    } else if (typeof id === 'number' || typeof id === 'string')
      feed({ on: 'request', id, method, params: toObject(message['params']) });
    else feed({ on: 'notification', method, params: toObject(message['params']) });
  };
  const unreadable = (message: string, detail: string, code: NoticeCode = 'line-bad') => {
    if (over) return;
    options.onEvent({ type: 'notice', level: 'warning', code, message, detail: detail.slice(0, 500) });
  };
  const outputClosed = listen(held.stdout, { receive, unreadable });
  held.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-stderrKept);
  });
  held.stderr?.on('error', () => undefined);

  /** Says that it's over, once; nothing is emitted after it. */
  const finish = (code: number | null, signal: string | null, error: AgentError | null) => {
    if (over) return;
    // Before the open calls fail: their words say less.
    ready.resolve({ ok: false, error: error ?? toError('exited', stderr) });
    feed({ on: 'gone', error });
    rpc.close(error?.message ?? 'Codex has ended.');
    options.onEvent({ type: 'exited', code, signal, expected, ...(error ? { error } : {}) });
    over = true;
    for (const waiter of says.values()) waiter.resolve({ ok: false, error: error ?? toError('exited') });
    settleAll(interrupts, { done: true, returned: [] });
    settleAll(cleans, { cleaned: true });
    settleAll(settles, { cleaned: true, failures: [] });
    gone.resolve();
  };
  const watch = async () => {
    const started = await held.started;
    if (!started.ok)
      return finish(null, null, {
        code: started.error.code === 'not-found' ? 'not-installed' : 'start',
        message: started.error.message,
      });
    feed({ on: 'start', wish: { ...toWish(options), clientVersion } });
    const exit = await Promise.race([held.exited, outputClosed.then(() => within(held.exited, outputClosedMs))]);
    if (!exit) {
      expected = false;
      return finish(null, null, toError('exited', `Its output closed, it did not end.\n${stderr}`));
    }
    // What it said last may still be on its way.
    await within(outputClosed, exitedMs);
    const detail = [exit.signal ? `It was ended by ${exit.signal}.` : `Exit code ${exit.code}.`, stderr]
      .join('\n')
      .trim();
    finish(exit.code, exit.signal, expected ? null : toError('exited', detail));
  };
  void watch();

  const ask = <Value>(set: Set<Waiter<Value>>, input: Input, otherwise: Value): Promise<Value> => {
    if (over) return Promise.resolve(otherwise);
    const waiter = Promise.withResolvers<Value>();
    set.add(waiter);
    feed(input);
    return waiter.promise;
  };
  return {
    agent: 'codex',
    held,
    ready: ready.promise,
    async say(message: Message) {
      const first = await ready.promise;
      if (!first.ok) return first;
      if (over) return { ok: false, error: toError('exited') };
      const waiter = Promise.withResolvers<Sent>();
      says.set(message.id, waiter);
      feed({ on: 'say', message });
      return waiter.promise;
    },
    answer(key: string, answer: AgentAnswer) {
      if (over || !state.requests.has(key)) return 'unknown';
      feed({ on: 'answer', key, answer });
      return 'sent';
    },
    async interrupt(limitMs) {
      const asked = ask(interrupts, { on: 'interrupt', limitMs }, { done: true, returned: [] });
      const result = await within(asked, limitMs);
      return result ?? { done: false, returned: state.unread.map((message) => message.id) };
    },
    async cleanBackground(limitMs) {
      const asked = ask(cleans, { on: 'clean', limitMs }, { cleaned: true });
      return (await within(asked, limitMs)) ?? { cleaned: false };
    },
    settle: () => ask(settles, { on: 'settle' }, { cleaned: true, failures: [] }),
    async close(limitMs) {
      expected = true;
      held.stdin?.end();
      return {
        exited:
          (await within(
            gone.promise.then(() => true),
            limitMs,
          )) ?? false,
      };
    },
    async setModel(model) {
      feed({ on: 'model', model });
      return { ok: true };
    },
  };
}

const toSent = (error: AgentError | null): Sent => (error ? { ok: false, error } : { ok: true });

const toWish = (options: AgentStart) => ({
  folder: options.folder,
  ...(options.model === undefined ? {} : { model: options.model }),
  ...(options.resume === undefined ? {} : { resume: options.resume }),
  ...(options.fork ? { fork: true } : {}),
  ...(options.plan ? { plan: true } : {}),
  ...(options.noOwnTurns ? { noOwnTurns: true } : {}),
});

function settleAll<Value>(set: Set<Waiter<Value>>, value: Value): void {
  for (const waiter of set) waiter.resolve(value);
  set.clear();
}

/** The promise's value, or `undefined` when it takes longer. The timer doesn't outlive it. */
async function within<Value>(promise: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
