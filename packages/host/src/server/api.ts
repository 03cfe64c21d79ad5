import type { IncomingMessage } from 'node:http';
import { taskCommand } from '@bureau/contracts';
import { CallError, type Engine } from '@bureau/engine';
import { readBody } from './read-body.ts';

/** Bytes of a body: a prompt of a megabyte fits, with its escapes. */
const bodyLimit = 4 * 1024 * 1024;

export interface Api {
  readonly engine: Engine;
  readonly hello: unknown;
  readonly calls: (method: string, params: unknown) => Promise<unknown>;
  readonly quit: () => void;
  /** A one-time path for one more window. */
  readonly ticket: () => string;
}
export interface ApiAnswer {
  readonly status: number;
  readonly value: unknown;
}

/** What `/api/…` answers to a request whose token has been checked. */
export async function answerApi(api: Api, request: IncomingMessage, path: string): Promise<ApiAnswer> {
  const { method } = request;
  if (path === '/api/hello' && method === 'GET') return { status: 200, value: api.hello };
  if (path === '/api/tasks' && method === 'GET') return { status: 200, value: { tasks: api.engine.tasks() } };
  if (method !== 'POST') return wrong(404, 'not-found', 'There is nothing here.');
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return wrong(415, 'wrong-use', 'Send JSON, and say so with `content-type: application/json`.');
  const body = await readBody(request, bodyLimit);
  if (!body.ok)
    return body.status === 413
      ? wrong(413, 'too-long', 'This is longer than Bureau takes at once (4 MB).')
      : wrong(400, 'wrong-use', 'The body is no JSON.');
  try {
    return { status: 200, value: await act(api, path, body.value) };
  } catch (error) {
    if (error instanceof CallError) return wrong(400, error.code, error.message);
    throw error;
  }
}

async function act(api: Api, path: string, body: unknown): Promise<unknown> {
  const call = /^\/api\/call\/([\w.-]+)$/.exec(path)?.[1];
  if (call !== undefined) return { value: await api.calls(call, body) };
  const task = /^\/api\/task\/([\w.-]+)\/command$/.exec(path)?.[1];
  if (task !== undefined) {
    const command = taskCommand.safeParse(body);
    if (!command.success) throw new CallError({ code: 'wrong-use', message: 'This is no command for a task.' });
    const done = await api.engine.command(task, command.data, 'terminal');
    if (!done.ok) throw new CallError(done.error);
    const { ok: _ok, ...value } = done;
    return value;
  }
  if (path === '/api/ticket') return { path: api.ticket() };
  if (path === '/api/quit') {
    api.quit();
    return {};
  }
  throw new CallError({ code: 'not-found', message: 'There is nothing here.' });
}

const wrong = (status: number, code: string, message: string): ApiAnswer => ({
  status,
  value: { error: { code, message } },
});
