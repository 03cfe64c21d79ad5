import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect as dial } from 'node:net';
import { describe, it } from 'node:test';
import WebSocket from 'ws';
import { type Served, served, token } from './support/served.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
interface Ask {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** One request with exactly these headers; `path` is sent as it stands. */
function ask({ host }: Served, { path = '/', method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: host.port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
    });
    asked.end(body);
  });
}
const bearer = { authorization: `Bearer ${token}` };
const upgrade = (protocols: string): Record<string, string> => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  ...(protocols ? { 'sec-websocket-protocol': protocols } : {}),
});
const ours = `bureau.v1, bureau.token.${token}`;

describe('strangers get nothing', () => {
  it('who comes under another name (DNS rebinding) is refused everywhere', async () => {
    await using open = await served();
    for (const host of [
      'evil.example',
      `evil.example:${open.host.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      'localhost.evil.example',
    ]) {
      assert.equal((await ask(open, { headers: { host } })).status, 403, host);
      assert.equal((await ask(open, { path: '/api/hello', headers: { host, ...bearer } })).status, 403, host);
      assert.equal((await ask(open, { path: '/ws', headers: { host, ...upgrade(ours) } })).status, 403, host);
    }
  });

  it('another page is refused even with the right token', async () => {
    await using open = await served();
    const origins = [
      'https://evil.example',
      `https://127.0.0.1:${open.host.port}`,
      'http://127.0.0.1:1',
      'null',
      'file://',
    ];
    for (const origin of origins) {
      assert.equal((await ask(open, { path: '/api/hello', headers: { origin, ...bearer } })).status, 403, origin);
      assert.equal((await ask(open, { path: '/ws', headers: { origin, ...upgrade(ours) } })).status, 403, origin);
    }
    const sent = { 'sec-fetch-site': 'cross-site', ...bearer };
    assert.equal((await ask(open, { path: '/api/hello', headers: sent })).status, 403);
  });

  it('its own page and a program are let in with the token', async () => {
    await using open = await served();
    const origin = open.host.url;
    assert.equal((await ask(open, { path: '/api/hello', headers: { origin, ...bearer } })).status, 200);
    assert.equal((await ask(open, { path: '/ws', headers: { origin, ...upgrade(ours) } })).status, 101);
    assert.equal((await ask(open, { path: '/ws', headers: upgrade(ours) })).status, 101);
  });

  it('no token, or a wrong one, is 401 before the upgrade', async () => {
    await using open = await served();
    for (const wrong of ['', 'x', token.slice(0, -1), `${token}x`, token.toUpperCase()]) {
      const authorization = `Bearer ${wrong}`;
      assert.equal((await ask(open, { path: '/api/hello', headers: { authorization } })).status, 401);
      assert.equal((await ask(open, { path: '/api/nothing', headers: { authorization } })).status, 401);
      assert.equal(
        (await ask(open, { path: '/ws', headers: upgrade(`bureau.v1, bureau.token.${wrong}`) })).status,
        401,
      );
    }
    assert.equal((await ask(open, { path: '/api/hello' })).status, 401);
    assert.equal((await ask(open, { path: `/api/hello?token=${token}` })).status, 401);
    assert.equal((await ask(open, { path: '/ws', headers: upgrade('') })).status, 401);
    assert.equal((await ask(open, { path: '/ws', headers: upgrade('bureau.v1') })).status, 401);
    assert.equal((await ask(open, { path: '/ws', headers: upgrade(`bureau.token.${token}`) })).status, 400);
    assert.equal((await ask(open, { path: '/elsewhere', headers: upgrade(ours) })).status, 404);
  });

  it('the page comes without a token, and may load and reach nothing else', async () => {
    await using open = await served();
    const page = await ask(open, {});
    assert.equal(page.status, 200);
    assert.match(page.text, /<title>Bureau/);
    const policy = String(page.headers['content-security-policy']);
    for (const part of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['access-control-allow-origin'], undefined);
    const script = await ask(open, { path: '/assets/app-1.js' });
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(String(script.headers['cache-control']), /immutable/);
    assert.equal((await ask(open, { method: 'POST' })).status, 405);
  });

  it('no path leads out of the window’s folder', async () => {
    await using open = await served();
    const tricks = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/..\\secret.txt',
      '//secret.txt',
      '/./../secret.txt',
      '/secret.txt%00.html',
      '/assets',
      '/assets/',
      '/__proto__',
      '/constructor',
      'http://127.0.0.1/../secret.txt',
    ];
    for (const path of tricks) {
      const answer = await ask(open, { path });
      assert.equal(answer.status, 404, path);
      assert.doesNotMatch(answer.text, /SECRET/);
    }
  });

  it('a huge body is refused without being read to its end', async () => {
    await using open = await served();
    const headers = { ...bearer, 'content-type': 'application/json' };
    const said = await ask(open, {
      path: '/api/call/doctor',
      method: 'POST',
      headers: { ...headers, 'content-length': String(2 ** 40) },
    });
    assert.equal(said.status, 413);
    const socket = dial(open.host.port, '127.0.0.1');
    socket.on('error', () => {});
    const answered = once(socket, 'data');
    socket.write(
      `POST /api/call/doctor HTTP/1.1\r\nHost: 127.0.0.1:${open.host.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = Buffer.alloc(1_048_576, 0x20);
    const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
    for (let sent = 0; sent < 8; sent++) socket.write(chunk);
    assert.match(String((await answered)[0]), /^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('a body that never ends is cut off', async () => {
    await using open = await served({ requestMs: 200 });
    const socket = dial(open.host.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/call/doctor HTTP/1.1\r\nHost: 127.0.0.1:${open.host.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    socket.resume();
    await once(socket, 'close');
    assert.equal((await ask(open, { path: '/api/hello', headers: bearer })).status, 200);
  });

  it('what is no JSON, or no call, is told so', async () => {
    await using open = await served();
    const post = (path: string, body: string, type = 'application/json'): Promise<Answer> =>
      ask(open, { path, method: 'POST', body, headers: { ...bearer, 'content-type': type } });
    assert.equal((await post('/api/call/settings.get', '{')).status, 400);
    assert.equal((await post('/api/call/settings.get', '{}', 'text/plain')).status, 415);
    for (const method of ['nothing', '__proto__', 'constructor', 'toString']) {
      const answer = await post(`/api/call/${method}`, '{}');
      assert.equal(answer.status, 400);
      assert.equal(JSON.parse(answer.text).error.code, 'wrong-use');
    }
    assert.equal((await post('/api/call/task.rename', '{"task":1}')).status, 400);
    assert.equal((await post('/api/call/settings.get', '{}')).status, 200);
  });

  it('a window that sends nonsense harms itself only', async () => {
    await using open = await served();
    const good = open.line();
    const bad = new WebSocket(`${open.host.url.replace('http', 'ws')}/ws`, ['bureau.v1', `bureau.token.${token}`]);
    await once(bad, 'open');
    const replies: string[] = [];
    const told = new Promise<void>((resolve) =>
      bad.on('message', (data) => {
        replies.push(String(data));
        if (replies.filter((reply) => reply.includes('wrong-use')).length === 4) resolve();
      }),
    );
    for (const text of ['', '{', '[]', '{"id":1,"type":"explode"}']) bad.send(text);
    await told;
    const closed = once(bad, 'close');
    bad.on('error', () => {});
    bad.send(Buffer.alloc(40 * 1024 * 1024, 0x20));
    assert.equal((await closed)[0], 1009);
    assert.equal((await good.call('settings.get', {})).theme, 'system');
  });

  it('a ticket opens once, and the token is in no log', async () => {
    await using open = await served();
    const path = open.host.newTicket();
    const first = await ask(open, { path: `${path}&folder=%2Fhome%2Fana%22%3E` });
    assert.equal(first.status, 200);
    assert.ok(first.text.includes(`location.replace("/#token=${token}&folder=%2Fhome%2Fana%22%3E")`));
    assert.match(String(first.headers['content-security-policy']), /script-src 'nonce-/);
    assert.equal((await ask(open, { path })).status, 403);
    assert.equal((await ask(open, { path: '/enter' })).status, 403);
    assert.ok(!open.logged.join('\n').includes(token));
  });
});
