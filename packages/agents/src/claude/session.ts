import type { AgentError, AgentEvent } from '@bureau/contracts';
import { readJsonLines } from '@bureau/lines';
import { type Json, textOf, toList } from '../codex/json.ts';
import type { AgentSession, AgentStart, Sent } from '../types.ts';
import { commandLine } from './command-line.ts';
import { startControl } from './control.ts';
import { errorOfWords, toError } from './errors.ts';
import { modelsOf } from './models.ts';
import { answerPayload } from './requests.ts';
import { contentOf, uuidOf } from './say.ts';
import { begin } from './state.ts';
import { readMode } from './system.ts';
import { notice, type Out, translate } from './translate.ts';
import { closeAll, endTurn } from './turn.ts';

/** Bounds of CONTRACTS: silence after the start; an output that closes, or a process that ends, in the middle. */
const bounds = { silentMs: 30_000, outputClosedMs: 5_000, exitedMs: 1_000, replyMs: 10_000, settleMs: 5_000 };
const stderrKept = 8000;

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
  const turnWaiters = new Set<() => void>();
  let stderr = '';
  let over = false;
  let closing = false;
  let startError: AgentError | null = null;
  let lastFailure: AgentError | null = null;

  const emit = (event: AgentEvent) => {
    if (over) return;
    if (event.type === 'turn-started') lastFailure = null;
    if (event.type === 'turn-ended') {
      lastFailure = event.error ?? null;
      for (const done of turnWaiters) done();
      turnWaiters.clear();
    }
    if (event.type === 'turn-started' && event.origin === 'background' && options.noOwnTurns) {
      void control({ subtype: 'interrupt', cancel_queued: true }, bounds.replyMs);
    }
    options.onEvent(event);
  };
  const send = (message: Json): boolean => {
    if (over || !held.stdin?.writable) return false;
    held.stdin.write(`${JSON.stringify(message)}\n`);
    return true;
  };
  const { control, replied, close: closeControl } = startControl(send);
  const out: Out = { emit, send, replied };

  // A broken pipe is not the news: the end of the process is, and it comes by itself.
  held.stdin?.on('error', () => undefined);
  held.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrKept);
  });
  const read = held.stdout
    ? readJsonLines(held.stdout, {
        message: (message) => translate(state, message, out),
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
      const { code, message } = started.error;
      startError = { code: code === 'not-found' ? 'not-installed' : 'start', message };
      finish(null, null);
      return;
    }
    const { response, error, late } = await control({ subtype: 'initialize', hooks: null }, bounds.silentMs);
    if (over) return;
    if (error !== null) {
      startError = late ? toError('silent', stderr) : toError('protocol', error);
      finish(null, null);
      return;
    }
    state.version = textOf(response, 'claude_code_version') ?? options.binary.version;
    state.models = modelsOf(response);
    readMode(state, textOf(response, 'current_permission_mode'), out);
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
    closeAll(state, out);
    emit({ type: 'exited', code, signal, expected: closing, ...(error ? { error } : {}) });
    over = true;
    ready.resolve({ ok: false, error: error ?? toError('exited', stderr) });
    for (const done of turnWaiters) done();
    closeControl();
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
      const uuid = uuidOf(message);
      state.unread.set(uuid, { id: message.id, text: message.text });
      const sent = send({
        type: 'user',
        message: { role: 'user', content: content.value },
        parent_tool_use_id: null,
        session_id: state.sessionId ?? '',
        uuid,
      });
      if (!sent) state.unread.delete(uuid);
      return sent ? { ok: true } : { ok: false, error: toError('exited', stderr) };
    },
    answer(key, answer) {
      const open = state.requests.get(key);
      if (!open || over) return 'unknown';
      state.requests.delete(key);
      if (answer.answer === 'deny' && open.toolUseId) state.refused.add(open.toolUseId);
      send({
        type: 'control_response',
        response: { subtype: 'success', request_id: open.id, response: answerPayload(open, answer) },
      });
      emit({ type: 'request-closed', key, how: 'answered' });
      return 'sent';
    },
    async interrupt(limitMs) {
      const limit = after(limitMs);
      const queued = new Set(state.unread.keys());
      const ended = turnEnd();
      const reply = await control({ subtype: 'interrupt', cancel_queued: true }, limitMs);
      if (over) return { done: true, returned: [] };
      if (reply.error !== null) return { done: false, returned: [] };
      const done = await Promise.race([ended.then(() => true), limit.then(() => false)]);
      // What it names as cancelled goes back; an older one names nothing, and what it has not read by now it never will.
      const named = new Set(toList(reply.response['cancelled']));
      const back = [...state.unread].filter(
        ([uuid]) => named.has(uuid) || (done && named.size === 0 && queued.has(uuid)),
      );
      for (const [uuid] of back) state.unread.delete(uuid);
      return { done, returned: back.map(([, { id }]) => id) };
    },
    async settle() {
      const stopped = [...state.background.keys()].map(async (id) => {
        const { error } = await control({ subtype: 'stop_task', task_id: id }, bounds.settleMs);
        return error === null || over ? [] : [`${id}: ${error}`];
      });
      const failures = (await Promise.all(stopped)).flat();
      return { cleaned: failures.length === 0, failures };
    },
    async close(limitMs) {
      closing = true;
      held.stdin?.end();
      const exited = await Promise.race([gone.promise.then(() => true), after(limitMs).then(() => false)]);
      return { exited };
    },
    async stopBackground(id) {
      // Claude Code says yes to any id (measured).
      if (!state.background.has(id)) return false;
      return (await control({ subtype: 'stop_task', task_id: id }, bounds.settleMs)).error === null;
    },
    async setModel(model): Promise<Sent> {
      const { error } = await control({ subtype: 'set_model', model }, bounds.replyMs);
      return error === null ? { ok: true } : { ok: false, error: toError('model', error) };
    },
  };
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}
