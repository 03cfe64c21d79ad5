import { type ClientMessage, clientMessage, type HostMessage } from '@bureau/contracts';
import { CallError, type Engine } from '@bureau/engine';
import type { WebSocket } from 'ws';
import type { Feed } from '../feed/feed.ts';
import { openWindow, type Window } from '../feed/window.ts';
import type { Log } from '../types.ts';
import { openBucket } from './bucket.ts';

export interface TalkOptions {
  readonly socket: WebSocket;
  /** «window 3»: who answered is shown to the others. */
  readonly name: string;
  readonly engine: Engine;
  readonly feed: Feed;
  readonly calls: (method: string, params: unknown) => Promise<unknown>;
  readonly once: (client: string, id: number, work: () => Promise<Reply>) => Promise<Reply>;
  readonly welcome: HostMessage;
  readonly log: Log;
}
export type Reply = Extract<HostMessage, { type: 'reply' }>;

/** Messages a window may send in a burst, and a second; beyond that it is read slower. */
const burst = 400;
const perSecond = 200;

/** Speaks with one window until it closes. */
export function talk(options: TalkOptions): void {
  const { socket, feed, log } = options;
  const window = openWindow(socket, options.name, feed.ready);
  let client = `unnamed ${options.name}`;
  const bucket = openBucket({ burst, perSecond });
  window.send(options.welcome);

  socket.on('message', (data, binary) => {
    const waitMs = bucket.take();
    if (waitMs > 0) {
      socket.pause();
      setTimeout(() => socket.resume(), waitMs).unref();
    }
    const message = binary ? null : decode(String(data));
    if (!message) {
      log('warning', 'A window sent something that is no message.', { window: window.name });
      window.send(refusal(0, 'wrong-use', 'This is no message that Bureau understands.'));
      return;
    }
    if (message.type === 'hello') {
      client = message.client;
      window.send({ type: 'reply', id: message.id, ok: true, value: null });
      return;
    }
    const work = (): Promise<Reply> => answer(options, window, message);
    const changes = message.type === 'start' || message.type === 'command' || message.type === 'call';
    void (changes ? options.once(client, message.id, work) : work()).then((reply) => {
      // What a command did is seen before its answer.
      if (changes) feed.flush();
      window.send(reply);
    });
  });
  socket.on('error', (error) =>
    log('warning', 'A window broke the wire.', { window: window.name, error: error.message }),
  );
  socket.on('close', () => feed.leave(window));
}

function decode(text: string): ClientMessage | null {
  try {
    return clientMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function answer(options: TalkOptions, window: Window, message: ClientMessage): Promise<Reply> {
  try {
    return { type: 'reply', id: message.id, ok: true, value: await act(options, window, message) };
  } catch (error) {
    if (error instanceof CallError) return refusal(message.id, error.code, error.message);
    options.log('error', 'A window could not be answered.', {
      type: message.type,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return refusal(
      message.id,
      'failed',
      `Something in Bureau itself went wrong, so this was not done: ${error instanceof Error ? error.message : String(error)}. The log in the data folder says more.`,
    );
  }
}

async function act({ engine, feed, calls }: TalkOptions, window: Window, message: ClientMessage): Promise<unknown> {
  switch (message.type) {
    case 'hello':
      return null;
    case 'subscribe-list':
      feed.subscribeList(window);
      return null;
    case 'subscribe-task':
      if (!feed.subscribeTask(window, message.task, message.after))
        throw new CallError({ code: 'task-unknown', message: `There is no task «${message.task}».` });
      return null;
    case 'unsubscribe-task':
      feed.unsubscribeTask(window, message.task);
      return null;
    case 'subscribe-office':
      await feed.subscribeOffice(window);
      return null;
    case 'unsubscribe-office':
      feed.unsubscribeOffice(window);
      return null;
    case 'start': {
      const started = await engine.start({ ...startOf(message), by: window.name });
      if (!started.ok) throw new CallError(started.error);
      return { task: started.task };
    }
    case 'command': {
      const done = await engine.command(message.task, message.command, window.name);
      if (!done.ok) throw new CallError(done.error);
      const { ok: _ok, ...value } = done;
      return value;
    }
    case 'call':
      return calls(message.method, message.params);
  }
}

type Start = Parameters<Engine['start']>[0];

function startOf(request: Extract<ClientMessage, { type: 'start' }>): Start {
  return {
    // The engine refuses an agent it doesn't know, in words.
    agent: request.agent as Start['agent'],
    folder: request.folder,
    prompt: request.prompt,
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.resume === undefined ? {} : { resume: request.resume }),
    ...(request.plan ? { plan: true } : {}),
    ...(request.files?.length ? { files: request.files } : {}),
  };
}

const refusal = (id: number, code: string, message: string): Reply => ({
  type: 'reply',
  id,
  ok: false,
  error: { code, message },
});
