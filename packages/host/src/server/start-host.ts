import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostMessage } from '@bureau/contracts';
import type { Result } from '@bureau/engine';
import { type WebSocket, WebSocketServer } from 'ws';
import { makeCalls } from '../calls/make-calls.ts';
import { openFeed } from '../feed/feed.ts';
import { rememberAnswers } from '../feed/once.ts';
import type { Host, HostOptions, OfficeSource } from '../types.ts';
import { type Api, answerApi } from './api.ts';
import { bearerOf, isForeign, protocolsOf, tokenCheck } from './guard.ts';
import { securityHeaders } from './headers.ts';
import { listen } from './listen.ts';
import { serveFiles } from './static-files.ts';
import { type Reply, talk } from './talk.ts';
import { enterPage, isSameUser, openTickets } from './tickets.ts';

type Send = (
  status: number,
  type: string,
  body: Buffer | string,
  cache?: string,
  more?: Readonly<Record<string, string>>,
) => void;

/** A file of 20 MB in base64, with room for its message. */
const messageLimit = 32 * 1024 * 1024;
const pingMs = 30_000;

/** Listens on the loopback only, and answers whoever has the token. */
export async function startHost(options: HostOptions): Promise<Result<{ readonly host: Host }>> {
  const { engine, log, requestMs = 15_000 } = options;
  const instance = randomBytes(9).toString('base64url');
  const isToken = tokenCheck(options.token);
  const file = serveFiles(options.windowDir);
  const tickets = openTickets();
  const quitListeners = new Set<() => void>();
  let openedOffice: Promise<OfficeSource | null> | null = null;
  const office = (): Promise<OfficeSource | null> => {
    openedOffice ??= options.office?.() ?? Promise.resolve(null);
    return openedOffice;
  };
  const calls = makeCalls(options, office, ({ language }) => {
    // An office that nobody has opened has nothing to say anew.
    void openedOffice?.then((opened) => opened?.speak?.(language));
  });
  const feed = openFeed(engine, office);
  const hello = { version: options.version, pid: process.pid, dataDir: options.dataDir, instance };
  const ticket = (): string => `/enter?ticket=${tickets.add(randomBytes(24).toString('base64url'))}`;
  const api: Api = {
    engine,
    hello,
    calls,
    ticket,
    quit() {
      for (const listener of quitListeners) listener();
    },
  };
  let port = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send: Send = (status, type, body, cache = 'no-store', more = {}) => {
      response.writeHead(status, {
        ...securityHeaders(port),
        'content-type': type,
        'content-length': Buffer.byteLength(body),
        'cache-control': cache,
        // What was not read of a body must not be taken for the next request.
        ...(status >= 400 ? { connection: 'close' } : {}),
        ...more,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const say = (status: number): void => send(status, 'text/plain; charset=utf-8', `${STATUS_CODES[status]}\n`);
    if (isForeign(request.headers, port)) return say(403);
    const path = (request.url ?? '/').split(/[?#]/, 1)[0]!;
    if (path === '/api' || path.startsWith('/api/')) {
      if (!isToken(bearerOf(request.headers))) return say(401);
      const { status, value } = await answerApi(api, request, path);
      return send(status, 'application/json', JSON.stringify(value));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405);
    if (path === '/enter') return enter(request, send);
    const found = file(path);
    return found ? send(200, found.type, found.body, found.cache) : say(404);
  };

  const enter = (request: IncomingMessage, send: Send): void => {
    const asked = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    if (isSameUser(request.socket.remotePort) === false || !tickets.take(asked.get('ticket'))) {
      send(403, 'text/plain; charset=utf-8', 'This link was good once. Open Bureau again.\n');
      return;
    }
    const nonce = randomBytes(16).toString('base64url');
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`;
    send(200, 'text/html; charset=utf-8', enterPage(options.token, nonce, asked.get('folder')), 'no-store', {
      'content-security-policy': policy,
    });
  };

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      // Whoever sends slower than this is nobody's window.
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: Math.min(5_000, requestMs),
    },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log('error', 'A request could not be answered.', {
          error: error instanceof Error ? error.stack : String(error),
        });
        if (!response.headersSent) response.writeHead(500, { connection: 'close' });
        response.end();
      });
    },
  );
  server.maxConnections = 256;

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimit,
    handleProtocols: () => 'bureau.v1',
    perMessageDeflate: { threshold: 64, concurrencyLimit: 4 },
  });
  let lastWindow = 0;
  const once = rememberAnswers<Reply>();
  server.on('upgrade', (request, socket, head) => {
    const status = refuseUpgrade(request, port, isToken);
    if (status !== null) return refuse(socket, status, server);
    sockets.handleUpgrade(request, socket, head, (window) => {
      lastWindow++;
      const welcome: HostMessage = { type: 'welcome', version: hello.version, dataDir: hello.dataDir, instance };
      keepAlive(window);
      talk({ socket: window, name: `window ${lastWindow}`, engine, feed, calls, once, welcome, log });
    });
  });

  const bound = await listen(server, options.ports);
  if (!bound.ok) return bound;
  port = bound.port;
  log('info', 'The host listens.', { port, instance, version: options.version });

  const host: Host = {
    port,
    url: `http://127.0.0.1:${port}`,
    instance,
    newTicket: ticket,
    windows: () => sockets.clients.size,
    onQuit: (listener) => void quitListeners.add(listener),
    async close(why) {
      feed.close();
      const bye = JSON.stringify({ type: 'bye', why } satisfies HostMessage);
      for (const window of sockets.clients) {
        if (window.readyState === window.OPEN) window.send(bye);
        window.close(1001, 'ended');
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A window that doesn't answer the goodbye is not waited for.
      const cut = setTimeout(() => {
        for (const window of sockets.clients) window.terminate();
        server.closeAllConnections();
      }, 500);
      await closed;
      clearTimeout(cut);
      (await openedOffice)?.close?.();
      log('info', 'The host has ended.', { why });
    },
  };
  return { ok: true, host };
}

function refuseUpgrade(
  request: IncomingMessage,
  port: number,
  isToken: (given: string | null) => boolean,
): 400 | 401 | 403 | 404 | null {
  if (isForeign(request.headers, port)) return 403;
  if ((request.url ?? '').split('?', 1)[0] !== '/ws') return 404;
  const { token, speaks } = protocolsOf(request.headers);
  if (!isToken(token)) return 401;
  return speaks ? null : 400;
}

function refuse(socket: Duplex, status: number, server: Server): void {
  socket.on('error', () => socket.destroy());
  const text = `${STATUS_CODES[status]}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    () => socket.destroy(),
  );
  server.emit('refused', status);
}

/** Ends a line whose other side is gone without a word. */
function keepAlive(socket: WebSocket): void {
  let heard = true;
  const timer = setInterval(() => {
    if (!heard) socket.terminate();
    heard = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, pingMs);
  socket.on('pong', () => {
    heard = true;
  });
  socket.on('message', () => {
    heard = true;
  });
  socket.on('close', () => clearInterval(timer));
}
