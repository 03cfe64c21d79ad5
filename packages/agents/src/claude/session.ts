import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { AgentError, AgentEvent, ModelChoice } from '@bureau/contracts';
import { readJsonLines } from '@bureau/lines';
import { type Json, textOf, toList, toObject } from '../codex/json.ts';
import type { AgentSession, AgentStart, Message, Sent } from '../types.ts';
import { commandLine } from './command-line.ts';
import { errorOfWords, toError } from './errors.ts';
import { answerPayload } from './requests.ts';
import { begin } from './state.ts';
import { readMode } from './system.ts';
import { notice, type Out, translate } from './translate.ts';
import { endTurn } from './turn.ts';

/** Bounds of CONTRACTS: silence after the start; an output that closes, or a process that ends, in the middle. */
const bounds = { silentMs: 30_000, outputClosedMs: 5_000, exitedMs: 1_000, replyMs: 10_000 };
const stderrKept = 8000;
const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

type Reply = { readonly response: Json; readonly error: string | null };

/** Starts one long-lived `claude -p` in the hold and speaks its JSON lines. */
export function startClaude(options: AgentStart): AgentSession {
  const held = options.hold({
    command: options.binary.path,
    args: commandLine(options),
    cwd: options.folder,
    env: options.env,
    task: options.task,
    stdin: 'pipe',
  });
  const state = begin(options.folder);
  const ready = Promise.withResolvers<Sent>();
  const gone = Promise.withResolvers<void>();
  const replies = new Map<string, (reply: Reply) => void>();
  const turnWaiters = new Set<() => void>();
  let stderr = '';
  let spoke = false;
  let over = false;
  let closing = false;
  let startError: AgentError | null = null;
  let lastFailure: AgentError | null = null;

  const emit = (event: AgentEvent) => {
    if (over) return;
    if (event.type === 'turn-ended') {
      lastFailure = event.error ?? null;
      for (const done of turnWaiters) done();
      turnWaiters.clear();
    }
    if (event.type === 'turn-started' && event.origin === 'background' && options.noOwnTurns) {
      void control({ subtype: 'interrupt', cancel_queued: true });
    }
    options.onEvent(event);
  };
  const send = (message: Json) => {
    if (!over && held.stdin?.writable) held.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const out: Out = {
    emit,
    send,
    replied(id, response, error) {
      const waiting = replies.get(id);
      replies.delete(id);
      waiting?.({ response, error });
    },
  };
  /** A request of ours; each has a time limit of its own. */
  const control = (request: Json, limitMs = bounds.replyMs): Promise<Reply> => {
    const id = `bureau-${randomUUID()}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish({ response: {}, error: 'no answer in time' }), limitMs);
      const finish = (reply: Reply) => {
        clearTimeout(timer);
        replies.delete(id);
        resolve(reply);
      };
      replies.set(id, finish);
      void gone.promise.then(() => finish({ response: {}, error: 'Claude Code has ended' }));
      send({ type: 'control_request', request_id: id, request });
    });
  };

  // A broken pipe is not the news: the end of the process is, and it comes by itself.
  held.stdin?.on('error', () => undefined);
  held.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrKept);
  });
  const read = held.stdout
    ? readJsonLines(held.stdout, {
        message(message) {
          spoke = true;
          translate(state, message, out);
        },
        bad: (why, text) =>
          notice(
            out,
            'warning',
            'line-bad',
            why === 'torn'
              ? 'Claude Code was cut off in the middle of a line.'
              : 'Claude Code wrote a line that is no message. It was left out.',
            text,
          ),
        tooLong: (bytes) =>
          notice(
            out,
            'warning',
            'line-too-long',
            `Claude Code wrote a line that is too long to be read (${bytes} bytes). It was left out.`,
          ),
      })
    : Promise.resolve();

  void begins();
  void ends();

  async function begins(): Promise<void> {
    const started = await held.started;
    if (!started.ok) {
      startError = { ...toError('start', started.error.message), message: started.error.message };
      return;
    }
    const silence = setTimeout(() => {
      if (spoke) return;
      startError = toError('silent', stderr);
      ready.resolve({ ok: false, error: startError });
      finish(null, null);
    }, bounds.silentMs);
    void gone.promise.then(() => clearTimeout(silence));
    const reply = await control({ subtype: 'initialize', hooks: null }, bounds.silentMs);
    clearTimeout(silence);
    if (reply.error !== null) return;
    const answer = toObject(reply.response);
    state.version = textOf(answer, 'claude_code_version') ?? options.binary.version;
    state.models = modelsOf(answer);
    readMode(state, textOf(answer, 'current_permission_mode'), out);
    ready.resolve({ ok: true });
  }

  /** The process's end and its output's end: both, or the bound that follows the first. */
  async function ends(): Promise<void> {
    const exit = held.exited.then((value) => ({ ...value, first: 'exit' as const }));
    const first = await Promise.race([exit, read.then(() => ({ first: 'output' as const }))]);
    if (first.first === 'exit') {
      // A survivor may hold the output open: what was written is read, then no more is waited for.
      await Promise.race([read, after(bounds.exitedMs)]);
      finish(first.code, first.signal);
      return;
    }
    const last = await Promise.race([exit, after(bounds.outputClosedMs)]);
    finish(last?.code ?? null, last?.signal ?? null);
  }

  function finish(code: number | null, signal: string | null): void {
    if (over) return;
    const error = startError ?? (closing ? null : (lastFailure ?? errorOfWords(stderr, 'exited')));
    if (state.turn) endTurn(state, out, closing ? 'interrupted' : 'failed', error ?? undefined);
    for (const id of state.requests.keys()) emit({ type: 'request-closed', key: id, how: 'withdrawn' });
    for (const stepId of state.steps.keys()) emit({ type: 'step-ended', stepId, state: 'interrupted' });
    emit({ type: 'exited', code, signal, expected: closing, ...(error ? { error } : {}) });
    over = true;
    ready.resolve({ ok: false, error: error ?? toError('exited', stderr) });
    for (const done of turnWaiters) done();
    gone.resolve();
  }

  const turnEnd = () => (state.turn ? new Promise<void>((resolve) => turnWaiters.add(resolve)) : Promise.resolve());

  return {
    agent: 'claude',
    held,
    ready: ready.promise,
    async say(message): Promise<Sent> {
      const isReady = await ready.promise;
      if (!isReady.ok) return isReady;
      if (over || closing) return { ok: false, error: toError('exited', stderr) };
      const content = contentOf(message);
      if (!content.ok) return content;
      const uuid = isUuid(message.id) ? message.id : randomUUID();
      state.unread.set(uuid, { id: message.id, text: message.text });
      send({
        type: 'user',
        message: { role: 'user', content: content.value },
        parent_tool_use_id: null,
        session_id: state.sessionId ?? '',
        uuid,
      });
      return { ok: true };
    },
    answer(key, answer) {
      const open = state.requests.get(key);
      if (!open || over) return 'unknown';
      state.requests.delete(key);
      if (answer.answer === 'deny' && open.toolUseId) state.refused.add(open.toolUseId);
      send({
        type: 'control_response',
        response: { subtype: 'success', request_id: key, response: answerPayload(open, answer) },
      });
      emit({ type: 'request-closed', key, how: 'answered' });
      return 'sent';
    },
    async interrupt(limitMs) {
      const limit = after(limitMs);
      const queued = [...state.unread.values()].map(({ id }) => id);
      const ended = turnEnd();
      const reply = await Promise.race([control({ subtype: 'interrupt', cancel_queued: true }, limitMs), limit]);
      if (!reply || reply.error !== null) return { done: false, returned: [] };
      const done = await Promise.race([ended.then(() => true), limit.then(() => false)]);
      const cancelled = new Set(toList(reply.response['cancelled']));
      const returned = [...state.unread].filter(([uuid]) => cancelled.has(uuid)).map(([, { id }]) => id);
      for (const uuid of cancelled) state.unread.delete(String(uuid));
      return { done, returned: returned.length > 0 ? returned : done ? queued : [] };
    },
    async settle() {
      const failures: string[] = [];
      for (const id of state.background.keys()) {
        const { error } = await control({ subtype: 'stop_task', task_id: id }, 5000);
        if (error !== null) failures.push(`${id}: ${error}`);
      }
      return { cleaned: failures.length === 0, failures };
    },
    async close(limitMs) {
      closing = true;
      held.stdin?.end();
      const exited = await Promise.race([gone.promise.then(() => true), after(limitMs).then(() => false)]);
      return { exited };
    },
    async stopBackground(id) {
      return (await control({ subtype: 'stop_task', task_id: id }, 5000)).error === null;
    },
    async setModel(model): Promise<Sent> {
      const { error } = await control({ subtype: 'set_model', model });
      return error === null ? { ok: true } : { ok: false, error: toError('model', error) };
    },
  };
}

function modelsOf(answer: Json): ModelChoice[] {
  return toList(answer['models']).map((value, index) => {
    const model = toObject(value);
    const id = textOf(model, 'value') ?? '';
    const description = textOf(model, 'description');
    return {
      id,
      name: textOf(model, 'displayName') ?? id,
      isDefault: id === 'default' || index === 0,
      ...(description ? { description } : {}),
    };
  });
}

/** Images go as images, other files by their place: the agent reads them itself. */
function contentOf(message: Message): { ok: true; value: readonly Json[] } | { ok: false; error: AgentError } {
  const blocks: Json[] = [];
  const places: string[] = [];
  for (const path of message.files ?? []) {
    const type = imageTypes[extname(path).toLowerCase()];
    if (!type) {
      places.push(path);
      continue;
    }
    try {
      blocks.push({
        type: 'image',
        source: { type: 'base64', media_type: type, data: readFileSync(path).toString('base64') },
      });
    } catch (error) {
      return {
        ok: false,
        error: {
          code: 'other',
          message: `The picture ${path} could not be read, so nothing was sent.`,
          detail: String(error),
        },
      };
    }
  }
  const text = places.length > 0 ? `${message.text}\n\nAttached files:\n${places.join('\n')}` : message.text;
  return { ok: true, value: [...blocks, { type: 'text', text }] };
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}
