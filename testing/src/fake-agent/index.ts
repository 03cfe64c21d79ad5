import type { AgentSession, AgentStart, Driver, Message } from '@bureau/agents';
import type { Held, HoldSpec, Started } from '@bureau/containment';
import type { AgentAnswer, AgentError, AgentEvent, Receipt } from '@bureau/contracts';

/** What a test sees and does of one session of the fake agent. */
export interface FakeSession {
  readonly start: AgentStart;
  readonly said: Message[];
  /** The first words have come. */
  readonly heard: Promise<void>;
  readonly answered: { key: string; answer: AgentAnswer }[];
  /** The calls that came, in order: `interrupt`, `settle`, `close`, `kill`, `stop`, `clean`. */
  readonly calls: string[];
  emit(...events: AgentEvent[]): void;
  /** Settles `ready`; without a call it does so by itself. */
  beReady(error?: AgentError): void;
  /** Calls that never come back until the test ends. */
  readonly hangs: Set<'interrupt' | 'settle' | 'close' | 'kill' | 'stop'>;
  readonly open: Set<string>;
}

/**
 * An agent in memory, for tests of what is around a driver: the test says what it says, and sees what it was told.
 * Nothing is started.
 */
export function fakeAgent(options: { readonly waits?: boolean; readonly receipt?: Partial<Receipt> } = {}) {
  const sessions: FakeSession[] = [];
  const waiters: ((session: FakeSession) => void)[] = [];
  const never = new Promise<never>(() => undefined);
  const driver: Driver = {
    agent: 'practice',
    start(start): AgentSession {
      const ready = Promise.withResolvers<{ ok: true } | { ok: false; error: AgentError }>();
      const heard = Promise.withResolvers<void>();
      const calls: string[] = [];
      const session: FakeSession = {
        start,
        said: [],
        heard: heard.promise,
        answered: [],
        calls,
        hangs: new Set(),
        open: new Set(),
        emit(...events) {
          for (const event of events) {
            if (event.type === 'request-opened') session.open.add(event.key);
            if (event.type === 'request-closed') session.open.delete(event.key);
            start.onEvent(event);
          }
        },
        beReady: (error) => ready.resolve(error ? { ok: false, error } : { ok: true }),
      };
      const held = start.hold({ command: 'fake', args: [], cwd: start.folder, env: {}, task: start.task });
      const call = async <Value>(name: 'interrupt' | 'settle' | 'close', value: Value): Promise<Value> => {
        calls.push(name);
        return session.hangs.has(name) ? never : value;
      };
      fakeHolds.get(held)?.(session);
      sessions.push(session);
      if (!options.waits) session.beReady();
      waiters.shift()?.(session);
      return {
        agent: 'practice',
        held,
        ready: ready.promise,
        async say(message) {
          session.said.push(message);
          heard.resolve();
          return { ok: true };
        },
        answer(key, answer) {
          if (!session.open.delete(key)) return 'unknown';
          session.answered.push({ key, answer });
          return 'sent';
        },
        interrupt: () => call('interrupt', { done: true, returned: [] }),
        settle: () => call('settle', { cleaned: true, failures: [] }),
        close: () => call('close', { exited: true }),
      };
    },
  };
  return {
    driver,
    sessions,
    /** The next session that is started. */
    next: () => new Promise<FakeSession>((resolve) => waiters.push(resolve)),
    hold: (spec: HoldSpec): Held => fakeHold(spec, options.receipt),
  };
}

const fakeHolds = new Map<Held, (session: FakeSession) => void>();

function fakeHold(spec: HoldSpec, change: Partial<Receipt> = {}): Held {
  let session: FakeSession | null = null;
  const exited = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const call = async <Value>(name: 'kill' | 'stop', value: Value): Promise<Value> => {
    session?.calls.push(name);
    return session?.hangs.has(name) ? new Promise<never>(() => undefined) : value;
  };
  const started: Started = {
    ok: true,
    pid: 1,
    startedAt: new Date(0).toISOString(),
    record: {
      task: spec.task,
      supervisor: { pid: 1, startTicks: '1' },
      agent: { pid: 1, startTicks: '1' },
      cgroup: null,
      bootId: 'fake',
      platform: 'fake',
      socket: null,
    },
  };
  const held: Held = {
    task: spec.task,
    started: Promise.resolve(started),
    stdin: null,
    stdout: null,
    stderr: null,
    exited: exited.promise,
    closed: exited.promise.then(() => ({ lost: false })),
    list: async () => [],
    killWork: () => call('kill', { ended: [], msFreeze: 0 }),
    stopOne: async () => goneReceipt,
    stop: () => call('stop', { ...goneReceipt, ...change }),
    keep: async () => false,
  };
  fakeHolds.set(held, (own) => {
    session = own;
    fakeHolds.delete(held);
  });
  return held;
}

export const goneReceipt: Receipt = {
  gone: true,
  proof: 'subreaper',
  mechanisms: ['subreaper'],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  handedOver: [],
  ms: { freeze: 0, total: 0 },
  exit: { code: 0, signal: null },
  reason: 'stop',
};
