import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, type EngineOptions, openEngine } from '@bureau/engine';
import { fakeAgent } from '@bureau/testing';
import { type Connection, type ConnectOptions, connect, type Store } from '../../src/client/index.ts';
import { type Host, type HostOptions, startHost } from '../../src/index.ts';

export const token = 'test-token-test-token-test-token-test-token';

/** A temporary folder that goes with its owner. */
export function tempFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'bureau-host-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Readings are plain-words' own tests. */
const words: Awaited<ReturnType<EngineOptions['words']>> = {
  readAction: (action) => ({
    title: `Allow ${action.kind}?`,
    sentence: 'It may do something.',
    chips: ['changes'],
    places: [{ id: 'inside' }],
    confident: true,
    grantable: true,
    details: [],
  }),
  stepNow: (action) => (action.kind === 'command' ? `Ran ${action.command}` : `Used ${action.name}`),
  stepTitle: (action) => (action.kind === 'command' ? `Ran ${action.command}` : `Used ${action.name}`),
  turnSummary: (actions) => (actions.length ? `Did ${actions.length} things` : ''),
};

export interface Served extends AsyncDisposable {
  readonly host: Host;
  readonly engine: Engine;
  readonly agent: ReturnType<typeof fakeAgent>;
  readonly folder: string;
  readonly dataDir: string;
  /** What was logged, as text. */
  readonly logged: string[];
  /** A window; closed with the host. */
  line(options?: Partial<ConnectOptions>): Connection;
  /** Starts a task and gives its session. */
  begin(
    prompt?: string,
  ): Promise<{ readonly task: string; readonly session: ReturnType<typeof fakeAgent>['sessions'][number] }>;
}

/** A host with the real engine on a fake agent, in temporary folders. */
export async function served(options: Partial<HostOptions> = {}): Promise<Served> {
  const data = tempFolder();
  const work = tempFolder();
  const windowDir = join(work.path, 'window');
  mkdirSync(join(windowDir, 'assets'), { recursive: true });
  writeFileSync(join(windowDir, 'index.html'), '<!doctype html><title>Bureau</title>');
  writeFileSync(join(windowDir, 'assets', 'app-1.js'), 'export {};');
  writeFileSync(join(work.path, 'secret.txt'), 'SECRET');
  const agent = fakeAgent();
  const driver = async () => agent.driver;
  const opened = await openEngine({
    dataDir: data.path,
    env: {},
    home: '/home/ana',
    language: 'en',
    drivers: { practice: driver, claude: driver, codex: driver },
    findAgent: async (id) => ({
      agent: id,
      path: '/fake',
      version: '1.0.0',
      tested: 'tested',
      testedRange: '',
      login: 'yes',
    }),
    hold: agent.hold,
    recoverHold: async (record) => Promise.reject(new Error(`nothing to recover of ${record.task}`)),
    words: async () => words,
    isAlive: () => true,
    processStart: () => '1',
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { engine } = opened;
  const logged: string[] = [];
  const started = await startHost({
    engine,
    dataDir: data.path,
    home: work.path,
    version: '0.0.0-test',
    token,
    ports: [0],
    windowDir,
    doctor: () => Promise.reject(new Error('no doctor here')),
    log: (level, message, facts) => void logged.push(`${level} ${message} ${JSON.stringify(facts ?? {})}`),
    ...options,
  });
  if (!started.ok) throw new Error(started.error.message);
  const { host } = started;
  const lines: Connection[] = [];
  const folder = join(work.path, 'folder');
  mkdirSync(folder);
  return {
    host,
    engine,
    agent,
    folder,
    dataDir: data.path,
    logged,
    line(more = {}) {
      const line = connect({ url: host.url, token, ...more });
      lines.push(line);
      return line;
    },
    async begin(prompt = 'Do it') {
      const next = agent.next();
      const started = await engine.start({ agent: 'claude', folder, prompt });
      if (!started.ok) throw new Error(started.error.message);
      const session = await next;
      await session.heard;
      return { task: started.task, session };
    },
    async [Symbol.asyncDispose]() {
      for (const line of lines) line.close();
      await engine.close();
      await host.close('the test is over');
      data[Symbol.dispose]();
      work[Symbol.dispose]();
    },
  };
}

/** The first value of a store that fits; listening keeps it followed. */
export function when<Value>(store: Store<Value>, fits: (value: Value) => boolean): Promise<Value> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const look = (): void => {
      const value = store.getSnapshot();
      if (!fits(value)) return;
      stop();
      resolve(value);
    };
    stop = store.subscribe(look);
    look();
  });
}
