import {
  type Desk,
  type HostCalls,
  type HostMessage,
  type TaskCommand,
  type TaskSummary,
  wireProtocol,
} from '@bureau/contracts';
import { decodeHostMessage } from './decode.ts';
import { type Outgoing, openOutbox } from './outbox.ts';
import { keepLine, type SocketMaker } from './socket.ts';
import { cell, type Store, teller } from './store.ts';
import { type FollowedTask, openTaskStore, type TaskStore } from './task-store.ts';

export interface ConnectOptions {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  /** Default: the global one. */
  readonly WebSocket?: SocketMaker;
  readonly fetch?: typeof globalThis.fetch;
  /** When listeners hear of changes: default at once; a window gives `requestAnimationFrame`. */
  readonly schedule?: (flush: () => void) => void;
  readonly random?: () => number;
}

export interface ConnectionState {
  /** `refused`: the host knows this token no more, and trying again won't help. */
  readonly line: 'connecting' | 'open' | 'lost' | 'refused' | 'closed';
  readonly host: { readonly version: string; readonly dataDir: string; readonly instance: string } | null;
  /** The host's last word, when it said why it ends. */
  readonly bye: string | null;
  /** Until the next try, in milliseconds; while `lost`. */
  readonly retryMs: number | null;
  /** Tries that failed since the line was lost. */
  readonly tries: number;
}
export interface ListView {
  readonly loaded: boolean;
  /** Most recently changed first. */
  readonly tasks: readonly TaskSummary[];
}
export interface OfficeView {
  readonly loaded: boolean;
  readonly desks: readonly Desk[];
}

export interface StartTask {
  readonly agent: string;
  readonly folder: string;
  readonly prompt: string;
  readonly model?: string;
  /** The agent's own session to go on with. */
  readonly resume?: string;
  readonly plan?: boolean;
  readonly files?: readonly string[];
}

/** A window's line to the host. Rejections are `HostError`s. */
export interface Connection {
  readonly state: Store<ConnectionState>;
  readonly list: Store<ListView>;
  readonly office: Store<OfficeView>;
  /** The same store for the same task; it is followed while somebody listens. */
  task(task: string): TaskStore;
  start(request: StartTask): Promise<{ readonly task: string }>;
  /** Kept while the line is lost, and sent when it's back. A `stop` or `finish` resolves with its receipt. */
  command(task: string, command: TaskCommand): Promise<unknown>;
  call<Method extends keyof HostCalls>(
    method: Method,
    params: HostCalls[Method]['params'],
  ): Promise<HostCalls[Method]['value']>;
  /** Tries again at once. */
  retry(): void;
  close(): void;
}

/** Milliseconds a task that nobody looks at any more is still followed: a remount must not ask anew. */
const lingerMs = 2_000;

/** Opens a line to the host and keeps it. */
export function connect(options: ConnectOptions): Connection {
  const { token } = options;
  const url = options.url.replace(/\/$/, '');
  const Maker = options.WebSocket ?? (globalThis.WebSocket as unknown as SocketMaker);
  const tell = teller(options.schedule);
  const client = crypto.randomUUID();
  const state = cell<ConnectionState>({ line: 'connecting', host: null, bye: null, retryMs: null, tries: 0 }, tell);
  const list = cell<ListView>({ loaded: false, tasks: [] }, tell);
  const office = cell<OfficeView>({ loaded: false, desks: [] }, tell);
  const tasks = new Map<string, FollowedTask>();
  const followed = new Set<string>();
  const lingering = new Map<string, ReturnType<typeof setTimeout>>();
  let greeted = false;

  const outbox = openOutbox((text) => greeted && line.send(text));
  const post = (message: Outgoing): Promise<unknown> => outbox.post(message);
  /** Subscriptions are not kept for later: they are renewed as a whole when the line is back. */
  const ask = (message: Outgoing): void => {
    if (greeted) post(message).catch(() => {});
  };
  const subscribeTask = (task: string): void => {
    if (!greeted) return;
    const after = tasks.get(task)?.seq();
    post({ type: 'subscribe-task', task, ...(after === undefined ? {} : { after }) }).catch((error) => {
      if (error.code === 'task-unknown') tasks.get(task)?.unknown();
    });
  };

  const take = (message: HostMessage): void => {
    switch (message.type) {
      case 'welcome': {
        const { version, dataDir, instance } = message;
        const known = state.getSnapshot().host?.instance === instance;
        greeted = true;
        state.set({ line: 'open', host: { version, dataDir, instance }, bye: null, retryMs: null, tries: 0 });
        line.send(JSON.stringify({ id: 0, type: 'hello', client }));
        outbox.resend(known);
        if (list.listeners() > 0) ask({ type: 'subscribe-list' });
        if (office.listeners() > 0) ask({ type: 'subscribe-office' });
        for (const task of followed) subscribeTask(task);
        return;
      }
      case 'reply':
        outbox.reply(message);
        return;
      case 'tasks':
        list.set({
          loaded: true,
          tasks: merge(message.whole ? [] : list.getSnapshot().tasks, message.tasks, message.removed),
        });
        return;
      case 'snapshot':
        tasks.get(message.task)?.reset(message.snapshot);
        return;
      case 'events':
        if (tasks.get(message.task)?.add(message.events) === false) subscribeTask(message.task);
        return;
      case 'desks': {
        const desks = new Map(message.whole ? [] : office.getSnapshot().desks.map((desk) => [desk.desk, desk]));
        for (const desk of message.desks) {
          if ('removed' in desk) desks.delete(desk.desk);
          else desks.set(desk.desk, desk);
        }
        office.set({ loaded: true, desks: [...desks.values()] });
        return;
      }
      case 'bye':
        state.set({ ...state.getSnapshot(), bye: message.why });
        return;
    }
  };

  const line = keepLine({
    open: () => new Maker(`${url.replace(/^http/, 'ws')}/ws`, [wireProtocol, `bureau.token.${token}`]),
    random: options.random ?? Math.random,
    onOpen() {},
    onMessage(text) {
      const message = decodeHostMessage(text);
      if (message) take(message);
    },
    onLost({ wasOpen, delayMs }) {
      greeted = false;
      const before = state.getSnapshot();
      state.set({ ...before, line: 'lost', retryMs: delayMs, tries: wasOpen ? 0 : before.tries + 1 });
      if (!wasOpen) void checkToken();
    },
  });

  /** A browser doesn't say why a socket was refused; the host's `/api/hello` does. */
  async function checkToken(): Promise<void> {
    const ask = options.fetch ?? globalThis.fetch;
    const answer = await ask(`${url}/api/hello`, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
    if (answer?.status !== 401 || state.getSnapshot().line !== 'lost') return;
    line.close();
    outbox.fail('Bureau was started anew, and this window does not have its key. Open Bureau again.');
    state.set({ ...state.getSnapshot(), line: 'refused', retryMs: null });
  }

  const follow = (store: FollowedTask, listeners: number): void => {
    const { task } = store;
    const linger = lingering.get(task);
    if (linger) clearTimeout(linger);
    lingering.delete(task);
    if (listeners > 0) {
      if (followed.has(task) && tasks.get(task) === store) return;
      // A store that somebody kept and listens to again is the one that is fed.
      tasks.set(task, store);
      followed.add(task);
      subscribeTask(task);
      return;
    }
    lingering.set(
      task,
      setTimeout(() => {
        lingering.delete(task);
        followed.delete(task);
        tasks.delete(task);
        ask({ type: 'unsubscribe-task', task });
      }, lingerMs),
    );
  };

  return {
    state,
    list: whileHeard(list, () => ask({ type: 'subscribe-list' })),
    office: whileHeard(
      office,
      () => ask({ type: 'subscribe-office' }),
      () => ask({ type: 'unsubscribe-office' }),
    ),
    task(task) {
      let store = tasks.get(task);
      if (!store) {
        const opened: FollowedTask = openTaskStore({
          task,
          tell,
          fetchEvents: async (from, to) =>
            ((await post({ type: 'call', method: 'task.events', params: { task, from, to } })) as EventsValue).events,
          onListeners: (count) => follow(opened, count),
        });
        store = opened;
        tasks.set(task, opened);
      }
      return store;
    },
    start: (request) =>
      post({
        type: 'start',
        ...request,
        ...(request.files ? { files: [...request.files] } : {}),
      } as Outgoing) as Promise<{
        readonly task: string;
      }>,
    command: (task, command) => post({ type: 'command', task, command }),
    call: (method, params) => post({ type: 'call', method, params }) as Promise<never>,
    retry: () => line.retry(),
    close() {
      for (const linger of lingering.values()) clearTimeout(linger);
      lingering.clear();
      line.close();
      outbox.fail('This line to Bureau was closed.');
      state.set({ ...state.getSnapshot(), line: 'closed', retryMs: null });
    },
  };
}
type EventsValue = HostCalls['task.events']['value'];

/** Asks the host for the first listener, and lets it go with the last. */
function whileHeard<Value>(
  store: Store<Value> & { readonly listeners: () => number },
  onFirst: () => void,
  onLast: () => void = () => {},
): Store<Value> {
  return {
    getSnapshot: store.getSnapshot,
    subscribe(listener) {
      const stop = store.subscribe(listener);
      if (store.listeners() === 1) onFirst();
      return () => {
        stop();
        if (store.listeners() === 0) onLast();
      };
    },
  };
}

function merge(
  before: readonly TaskSummary[],
  changed: readonly TaskSummary[],
  removed: readonly string[] = [],
): readonly TaskSummary[] {
  const byTask = new Map(before.map((summary) => [summary.task, summary]));
  for (const summary of changed) byTask.set(summary.task, summary);
  for (const task of removed) byTask.delete(task);
  return [...byTask.values()].sort((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0));
}
