import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { toEvents, toItem } from './items.ts';
import type { Part, Reply, Script, Seen } from './script.ts';

export interface ResponsesServer extends AsyncDisposable {
  /** Base address for Codex's `base_url`, such as `http://127.0.0.1:4711/v1`. */
  readonly url: string;
  /** Every model request so far. */
  readonly requests: readonly Seen[];
  /** Requests to anything but the model, as `GET /v1/models`. */
  readonly others: readonly string[];
  /** The request with this index (from 0), as soon as it has come. */
  request(index: number): Promise<Seen>;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const toSeen = (request: IncomingMessage, body: Record<string, unknown>): Seen => {
  const input = (Array.isArray(body['input']) ? body['input'] : []) as Record<string, unknown>[];
  return {
    path: request.url ?? '',
    headers: request.headers,
    body,
    input,
    // Code mode: no `tools`, an input item that brings them instead (Codex 0.171, gpt-5.6 and later).
    codeMode: input.some((item) => item['type'] === 'additional_tools' && JSON.stringify(item).includes('"exec"')),
  };
};

const head = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
const frame = (event: Record<string, unknown>) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;

const events = (parts: readonly Part[], index: number, codeMode: boolean) =>
  parts.flatMap((part, at) => toEvents(part, toItem(part, `${index}_${at}`, codeMode), at));

async function answer(response: ServerResponse, reply: Reply, seen: Seen, index: number): Promise<void> {
  const id = `resp_${index}`;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: `scripted ${reply.status}`, type: 'scripted' } }));
    return;
  }
  response.writeHead(200, head);
  if ('raw' in reply) {
    response.end(reply.raw);
    return;
  }
  response.write(frame({ type: 'response.created', response: { id } }));
  if ('failed' in reply) {
    response.end(
      frame({
        type: 'response.failed',
        response: { id, status: 'failed', error: { code: reply.failed, message: reply.message ?? reply.failed } },
      }),
    );
    return;
  }
  if ('cutAfter' in reply) {
    for (const event of events(reply.cutAfter, index, seen.codeMode)) response.write(frame(event));
    // Wait until it's on the wire, so that what was said before the cut does arrive.
    await new Promise((resolve) => response.write(': cut\n\n', resolve));
    response.destroy();
    return;
  }
  for (const event of events(reply.parts, index, seen.codeMode)) {
    if (response.destroyed) return;
    response.write(frame(event));
    if (reply.slowMs) await pause(reply.slowMs);
  }
  await Promise.race([reply.holdUntil, reply.holdUntil && once(response, 'close')]);
  if (response.destroyed) return;
  const usage = reply.usage ?? { input: 100, output: 20 };
  response.end(
    frame({
      type: 'response.completed',
      response: {
        id,
        usage: {
          input_tokens: usage.input,
          input_tokens_details: null,
          output_tokens: usage.output,
          output_tokens_details: null,
          total_tokens: usage.input + usage.output,
        },
      },
    }),
  );
}

/** What a model says when its list of replies is used up: shows in a test's output at once. */
const outOfScript: Reply = { parts: [{ say: 'The script has ended.' }] };

/**
 * Starts an OpenAI Responses API (POST …/responses, SSE) on loopback that plays a script.
 * It knows what Codex 0.156 to 0.171 sends, also in code mode; it keeps every request.
 */
export async function startResponsesServer(script: Script, port = 0): Promise<ResponsesServer> {
  const requests: Seen[] = [];
  const others: string[] = [];
  const arrived = new EventEmitter().setMaxListeners(0);
  const server = createServer(async (request, response) => {
    // A client that goes away in mid-stream (interrupt, kill) is part of the script.
    response.on('error', () => undefined);
    if (request.method !== 'POST' || !request.url?.split('?')[0]?.endsWith('/responses')) {
      others.push(`${request.method} ${request.url}`);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const seen = toSeen(request, await readBody(request));
    const index = requests.push(seen) - 1;
    arrived.emit('request');
    await answer(
      response,
      typeof script === 'function' ? script(seen, index) : (script[index] ?? outOfScript),
      seen,
      index,
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/v1`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url,
    requests,
    others,
    async request(index) {
      while (requests.length <= index) await once(arrived, 'request');
      return requests[index]!;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
