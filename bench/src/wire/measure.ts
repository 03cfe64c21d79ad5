import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import type { AgentEvent, HostMessage } from '@bureau/contracts';
import { startHost } from '@bureau/host';
import WebSocket from 'ws';
import { type OnEngine, onEngine } from '../engine/on-engine.ts';
import { varied } from './words.ts';

const token = 'bench-token-bench-token-bench-token-bench-t';

/** Bytes of WebSocket frames on the socket (after permessage-deflate, with their heads), and what they said. */
export interface Traffic {
  readonly bytes: number;
  readonly messages: number;
  /** Bytes of JSON before compression. */
  readonly decoded: number;
  readonly kinds: readonly string[];
}
export interface WireFigures {
  readonly snapshot: Traffic;
  readonly live: Traffic;
  readonly liveLarge: Traffic;
  /** The commands of the turn one after the other, each waited for. */
  readonly liveOneByOne: Traffic;
}

/** A window on a task with 10 past turns of 5 commands each and a kept result of 879 KB a turn; then one turn more. */
export const measureWire = (): Promise<WireFigures> =>
  onEngine(async (on) => {
    const text = varied(7);
    for (let turn = 0; turn < 10; turn++) {
      if (turn > 0) await on.engine.command(on.task, { type: 'say', text: text.words(400) });
      for (const burst of playTurn(on, { turn, text, result: 879_000 })) on.session.emit(...burst);
    }
    const started = await startHost({
      engine: on.engine,
      dataDir: on.dataDir,
      home: '/home/ana',
      version: '0.0.0',
      token,
      ports: [0],
      windowDir: null,
      doctor: () => Promise.reject(new Error('no doctor here')),
      log: () => {},
    });
    if (!started.ok) throw new Error(started.error.message);
    const { host } = started;
    try {
      const window = await openWindow(host.port);
      const before = window.mark();
      window.ask({ type: 'subscribe-task', task: on.task });
      await window.until((message) => message.type === 'snapshot');
      const snapshot = before();
      window.ask({ type: 'subscribe-list' });
      await window.until((message) => message.type === 'tasks');
      const live = async (turn: number, result: number, apart: boolean): Promise<Traffic> => {
        const since = window.mark();
        const idle = window.until((m) => m.type === 'tasks' && m.tasks[0]?.state === 'idle' && since().messages > 1);
        const over = window.until(
          (m) => m.type === 'events' && m.events.some((e) => e.type === 'turn' && e.state === 'completed'),
        );
        await on.engine.command(on.task, { type: 'say', text: text.words(60) });
        for (const burst of playTurn(on, { turn, text, result, apart })) {
          const seen = window.until((m) => m.type === 'events');
          on.session.emit(...burst);
          await seen;
        }
        await Promise.all([over, idle]);
        return since();
      };
      const figures = {
        snapshot,
        live: await live(11, 2_000, false),
        liveLarge: await live(12, 1_050_000, false),
        liveOneByOne: await live(13, 2_000, true),
      };
      window.close();
      return figures;
    } finally {
      await host.close('measured');
    }
  });

interface Turn {
  readonly turn: number;
  readonly text: ReturnType<typeof varied>;
  /** Characters that its first command prints. */
  readonly result: number;
  readonly apart?: boolean;
}

/** What an agent says in a turn of five commands, in the bursts it comes in (five calls are one message of the model). */
function playTurn({ session }: OnEngine, { turn, text, result, apart = false }: Turn): AgentEvent[][] {
  const said = session.said.at(-1);
  const begin: AgentEvent[] = [{ type: 'turn-started', origin: 'user' }];
  if (said) begin.push({ type: 'said', messageId: said.id, text: said.text });
  const starts: AgentEvent[] = [];
  const ends: AgentEvent[] = [];
  for (let step = 0; step < 5; step++) {
    const stepId = `toolu_01${turn}${step}${'abcdefghijklmnop'.slice(step)}`;
    const action = { kind: 'command', shell: 'bash', command: text.command(), cwd: '/' } as const;
    starts.push({ type: 'step-started', stepId, kind: 'command', action });
    const output = step === 0 ? 'x'.repeat(result) : 'ok';
    ends.push({ type: 'step-ended', stepId, state: 'completed', exitCode: 0, output });
  }
  const end: AgentEvent[] = [
    { type: 'text', messageId: `answer-${turn}`, text: text.words(120), final: true },
    { type: 'usage', inputTokens: 1_000 * turn, outputTokens: 90 * turn },
    { type: 'turn-ended', state: 'completed', origin: 'user' },
  ];
  if (apart) return [begin, ...starts.flatMap((start, step) => [[start], [ends[step]!]]), end];
  return [[...begin, ...starts], ends, end];
}

/** A plain window that counts what comes over the socket. */
async function openWindow(port: number) {
  let raw: Socket | null = null;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['bureau.v1', `bureau.token.${token}`], {
    createConnection: () => {
      raw = dial(port, '127.0.0.1');
      return raw;
    },
  });
  const kinds: string[] = [];
  let decoded = 0;
  let lastId = 0;
  const listeners = new Set<(message: HostMessage) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as HostMessage;
    if (message.type === 'reply') return;
    decoded += String(data).length;
    kinds.push(message.type);
    for (const listener of [...listeners]) listener(message);
  });
  await once(socket, 'message');
  const read = (): number => raw?.bytesRead ?? 0;
  return {
    ask: (message: object): void => socket.send(JSON.stringify({ id: ++lastId, ...message })),
    until: (fits: (message: HostMessage) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const listener = (message: HostMessage): void => {
          if (!fits(message)) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      }),
    /** Counts from here on. */
    mark(): () => Traffic {
      const from = { bytes: read(), messages: kinds.length, decoded };
      return () => ({
        bytes: read() - from.bytes,
        messages: kinds.length - from.messages,
        decoded: decoded - from.decoded,
        kinds: kinds.slice(from.messages),
      });
    },
    close: () => socket.terminate(),
  };
}
