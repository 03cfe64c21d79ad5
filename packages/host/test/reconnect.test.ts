import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent, ClientMessage } from '@bureau/contracts';
import { until } from '@bureau/testing';
import { HostError, type SocketLike, type SocketMaker } from '../src/client/index.ts';
import { served, token, when } from './support/served.ts';

const turn: AgentEvent = { type: 'turn-started', origin: 'user' };
const piece = (text: string): AgentEvent => ({ type: 'text', messageId: 'x', text, final: false });

/** Real sockets that a test can cut, or make deaf to what comes back. */
function cuttable(): {
  readonly Maker: SocketMaker;
  cut(): void;
  deaf: boolean;
  readonly sent: ClientMessage[];
  made: number;
} {
  let last: WebSocket | null = null;
  const sent: ClientMessage[] = [];
  const state = {
    deaf: false,
    sent,
    made: 0,
    cut(): void {
      const socket = last!;
      const onClose = socket.onclose!;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
      onClose.call(socket, { code: 1006, reason: '' } as CloseEvent);
    },
    Maker: class {
      constructor(url: string, protocols: string[]) {
        state.made++;
        const socket = new WebSocket(url, protocols);
        last = socket;
        // biome-ignore lint/correctness/noConstructorReturn: what is made is the socket itself, with two ears more.
        return new Proxy(socket, {
          get: (target, name) => {
            if (name === 'send')
              return (text: string) => {
                sent.push(JSON.parse(text));
                target.send(text);
              };
            const value = Reflect.get(target, name) as unknown;
            return typeof value === 'function' ? value.bind(target) : value;
          },
          set: (target, name, value) =>
            Reflect.set(
              target,
              name,
              name === 'onmessage'
                ? (event: MessageEvent) => {
                    if (!state.deaf) (value as (event: MessageEvent) => void)(event);
                  }
                : value,
            ),
        }) as unknown as SocketLike;
      }
    } as unknown as SocketMaker,
  };
  return state;
}

describe('a lost line', () => {
  it('comes back by itself and misses nothing', async () => {
    await using open = await served();
    const { task, session } = await open.begin();
    const wire = cuttable();
    const line = open.line({ WebSocket: wire.Maker, random: () => 0 });
    const steady = open.line();
    session.emit(turn, piece('one '));
    await when(line.task(task), ({ rows }) => rows.some((row) => row.kind === 'text'));
    wire.cut();
    assert.equal(line.state.getSnapshot().line, 'lost');
    session.emit(piece('two '), { type: 'notice', level: 'info', code: 'retry', message: 'again' });
    session.emit(piece('three'));
    const there = await when(steady.task(task), ({ rows }) =>
      rows.some((row) => row.kind === 'text' && row.text.endsWith('three')),
    );
    const here = await when(line.task(task), ({ seq }) => seq === there.seq);
    assert.deepEqual(here.rows, there.rows);
    assert.equal(wire.made, 2);
  });

  it('loses no word and says none twice, whenever it breaks', async () => {
    await using open = await served();
    const { task, session } = await open.begin();
    session.emit(turn);
    const wire = cuttable();
    const line = open.line({ WebSocket: wire.Maker, random: () => 0 });
    await when(line.state, (state) => state.line === 'open');
    // The host takes it, but its answer never arrives.
    wire.deaf = true;
    const said = line.command(task, { type: 'say', text: 'only once' });
    await until(() => session.said.some(({ text }) => text === 'only once'));
    wire.cut();
    // Said while there is no line at all.
    const later = line.command(task, { type: 'say', text: 'from the dark' });
    wire.deaf = false;
    await Promise.all([said, later]);
    assert.deepEqual(
      session.said.map(({ text }) => text),
      ['Do it', 'only once', 'from the dark'],
    );
    assert.equal(wire.sent.filter((message) => message.type === 'command').length, 3);
  });

  it('to a host that is gone: what nobody knows about is said to be unknown', async () => {
    const open = await served();
    const { task, session } = await open.begin();
    const wire = cuttable();
    const line = open.line({ WebSocket: wire.Maker, random: () => 0 });
    await when(line.state, (state) => state.line === 'open');
    wire.deaf = true;
    const said = line.command(task, { type: 'say', text: 'hm' });
    await until(() => session.said.some(({ text }) => text === 'hm'));
    const { port } = open.host;
    wire.cut();
    await open.host.close('test');
    wire.deaf = false;
    await using other = await served({ ports: [port] });
    assert.equal(other.host.port, port);
    await assert.rejects(said, (error) => error instanceof HostError && error.code === 'lost');
    line.close();
    await open[Symbol.asyncDispose]();
  });

  it('with a token that is no longer good gives up, and says so', async () => {
    await using open = await served();
    const line = open.line({ token: `${token.slice(0, -1)}X` });
    const said = line.command('t', { type: 'say', text: 'x' });
    said.catch(() => {});
    await when(line.state, (state) => state.line === 'refused');
    await assert.rejects(said, HostError);
    await assert.rejects(line.call('settings.get', {}), HostError);
  });

  it('a goodbye says why', async () => {
    const open = await served();
    const line = open.line();
    await when(line.state, (state) => state.line === 'open');
    const bye = when(line.state, (state) => state.bye !== null);
    await open.host.close('Bureau was closed');
    assert.equal((await bye).bye, 'Bureau was closed');
    await open[Symbol.asyncDispose]();
  });
});
