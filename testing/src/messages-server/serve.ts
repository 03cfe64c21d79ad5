import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClaudePart, ClaudeReply, ClaudeScript, SeenMessages } from './script.ts';

export interface MessagesServer extends AsyncDisposable {
  /** For ANTHROPIC_BASE_URL. */
  readonly url: string;
  /** Every request of the main model so far (side requests left out). */
  readonly requests: readonly SeenMessages[];
  /** The request with this index (from 0), as soon as it has come. */
  request(index: number): Promise<SeenMessages>;
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

function seenOf(body: Record<string, unknown>): SeenMessages {
  const tools = Array.isArray(body['tools']) ? body['tools'] : [];
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as SeenMessages['messages'];
  // Titles, summaries and the like bring no tools, or one or two of their own.
  return { body, messages, side: tools.length < 3 };
}

type SseEvent = readonly [type: string, data: Record<string, unknown>];

function partEvents(part: ClaudePart, index: number, turn: number): SseEvent[] {
  const stop: SseEvent = ['content_block_stop', { index }];
  if ('tool' in part) {
    return [
      [
        'content_block_start',
        { index, content_block: { type: 'tool_use', id: `toolu_${turn}_${index}`, name: part.tool, input: {} } },
      ],
      ['content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(part.input) } }],
      stop,
    ];
  }
  if ('think' in part) {
    return [
      ['content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } }],
      ['content_block_delta', { index, delta: { type: 'thinking_delta', thinking: part.think } }],
      ['content_block_delta', { index, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } }],
      stop,
    ];
  }
  const words = part.say.match(/\S+\s*|\s+/g) ?? [];
  const size = Math.max(1, Math.ceil(words.length / (part.pieces ?? (words.length || 1))));
  const pieces: string[] = [];
  for (let at = 0; at < words.length; at += size) pieces.push(words.slice(at, at + size).join(''));
  return [
    ['content_block_start', { index, content_block: { type: 'text', text: '' } }],
    ...pieces.map((text): SseEvent => ['content_block_delta', { index, delta: { type: 'text_delta', text } }]),
    stop,
  ];
}

async function answer(response: ServerResponse, reply: ClaudeReply, seen: SeenMessages, turn: number): Promise<void> {
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(
      JSON.stringify(reply.body ?? { type: 'error', error: { type: 'scripted', message: `scripted ${reply.status}` } }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const parts = 'cutAfter' in reply ? reply.cutAfter : reply.parts;
  const usage = ('usage' in reply && reply.usage) || { input: 100, output: 20 };
  send('message_start', {
    message: {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: seen.body['model'],
      content: [],
      stop_reason: null,
      usage: { input_tokens: usage.input, output_tokens: 1 },
    },
  });
  for (const [type, data] of parts.flatMap((part, index) => partEvents(part, index, turn))) {
    if (response.destroyed) return;
    send(type, data);
    if ('slowMs' in reply && reply.slowMs) await pause(reply.slowMs);
  }
  if ('cutAfter' in reply) {
    await new Promise((resolve) => response.write(': cut\n\n', resolve));
    response.destroy();
    return;
  }
  if (reply.holdUntil) await Promise.race([reply.holdUntil, once(response, 'close')]);
  if (response.destroyed) return;
  const stopReason = reply.stopReason ?? (parts.some((part) => 'tool' in part) ? 'tool_use' : 'end_turn');
  send('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: usage.output },
  });
  send('message_stop', {});
  response.end();
}

async function answerWhole(response: ServerResponse, reply: ClaudeReply, seen: SeenMessages): Promise<void> {
  if ('status' in reply) return answer(response, reply, seen, 0);
  const message = { id: 'msg_side', type: 'message', role: 'assistant', model: seen.body['model'] };
  const usage = { input_tokens: 1, output_tokens: 1 };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...message, content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn', usage }));
}

/** What a model says when its list of replies is used up: shows in a test's output at once. */
const outOfScript: ClaudeReply = { parts: [{ say: 'The script has ended.' }] };
const aside: ClaudeReply = { parts: [{ say: 'A title' }] };

/** Starts a Messages API (POST /v1/messages, SSE) on loopback that plays a script, and keeps every request of the main model. */
export async function startMessagesServer(script: ClaudeScript, port = 0): Promise<MessagesServer> {
  const requests: SeenMessages[] = [];
  const arrived = new EventEmitter().setMaxListeners(0);
  let turns = 0;
  let lastError: ClaudeReply | null = null;
  const server = createServer(async (request, response) => {
    // A client that goes away in mid-stream (interrupt, kill) is part of the script.
    response.on('error', () => undefined);
    const body = await readBody(request);
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'POST' || !path.endsWith('/v1/messages')) {
      const found = path.endsWith('/count_tokens');
      response
        .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
        .end(found ? '{"input_tokens":10}' : '{}');
      return;
    }
    const seen = seenOf(body);
    if (body['stream'] !== true) {
      // Claude Code tries again without a stream after some errors: the last scripted error holds for that too.
      const again = seen.side || !lastError ? aside : lastError;
      await answerWhole(response, again, seen);
      return;
    }
    if (seen.side) {
      await answer(response, aside, seen, 0);
      return;
    }
    const index = requests.push(seen) - 1;
    arrived.emit('request');
    const reply = typeof script === 'function' ? script(seen, index) : (script[index] ?? outOfScript);
    lastError = 'status' in reply ? reply : null;
    await answer(response, reply, seen, ++turns);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    requests,
    async request(index) {
      while (requests.length <= index) await once(arrived, 'request');
      return requests[index]!;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
