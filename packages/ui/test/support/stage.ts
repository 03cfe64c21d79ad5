import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentId, AgentRequest, Card, DoctorReport, Question, Receipt } from '@bureau/contracts';
import { type Engine, openEngine } from '@bureau/engine';
import { type Host, startHost } from '@bureau/host';
import {
  type Language,
  languages,
  loadLanguage,
  readAction,
  stepNow,
  stepTitle,
  turnSummary,
} from '@bureau/plain-words';
import { type FakeSession, fakeAgent } from '@bureau/testing';

const windowDir = fileURLToPath(new URL('../../dist', import.meta.url));
const token = 'stage-token-stage-token-stage-token-stage-tok';

/** The real host, engine and readings; only the agent is the test's own. */
export interface Stage extends AsyncDisposable {
  readonly url: string;
  readonly engine: Engine;
  readonly host: Host;
  readonly folder: string;
  readonly dataDir: string;
  /** Starts a task and resolves when the agent has heard the first words. */
  begin(options?: { readonly prompt?: string; readonly agent?: AgentId }): Promise<Played>;
  /** The host goes, as when it's closed; `again` opens one on the same port. */
  drop(): Promise<void>;
  again(): Promise<void>;
}
export interface Played {
  readonly task: string;
  readonly session: FakeSession;
  readonly url: string;
}

export interface StageOptions {
  readonly language?: Language;
  readonly receipt?: Partial<Receipt>;
  readonly missing?: readonly AgentId[];
  readonly loggedOut?: readonly AgentId[];
  readonly office?: Parameters<typeof startHost>[0]['office'];
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const language = options.language ?? 'en';
  await Promise.all(languages.map((one) => loadLanguage(one)));
  const base = mkdtempSync(join(tmpdir(), 'bureau-window-'));
  const folder = join(base, 'Ana', 'My website');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(base, 'Ana', 'Photos'));
  const dataDir = join(base, 'data');
  const agent = fakeAgent(options.receipt ? { receipt: options.receipt } : {});
  const driver = async () => agent.driver;
  const opened = await openEngine({
    dataDir,
    env: {},
    home: join(base, 'Ana'),
    language,
    drivers: { practice: driver, claude: driver, codex: driver },
    findAgent: async (id) => foundAs(id, options),
    hold: agent.hold,
    recoverHold: async (record) => Promise.reject(new Error(`nothing to recover of ${record.task}`)),
    words: async () => ({ readAction, stepNow, stepTitle, turnSummary }),
    isAlive: () => true,
    processStart: () => '1',
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { engine } = opened;
  const listen = async (port: number): Promise<Host> => {
    const started = await startHost({
      engine,
      dataDir,
      home: join(base, 'Ana'),
      version: '0.1.0',
      token,
      ports: [port],
      windowDir,
      doctor: async () => report(dataDir, options),
      log: () => undefined,
      ...(options.office ? { office: options.office } : {}),
    });
    if (!started.ok) throw new Error(started.error.message);
    return started.host;
  };
  let host = await listen(0);
  const { port } = host;
  return {
    url: `${host.url}/#token=${token}`,
    engine,
    get host() {
      return host;
    },
    folder,
    dataDir,
    async begin({ prompt = 'Make my website friendlier', agent: id = 'claude' } = {}) {
      const next = agent.next();
      const started = await engine.start({ agent: id, folder, prompt, by: 'window' });
      if (!started.ok) throw new Error(started.error.message);
      const session = await next;
      await session.heard;
      session.emit({ type: 'session', agentSessionId: `session-${started.task}`, agentVersion: '2.1.0' });
      session.emit({ type: 'turn-started', origin: 'user' });
      return { task: started.task, session, url: `http://127.0.0.1:${port}/#token=${token}&task=${started.task}` };
    },
    drop: () => host.close('the test drops it'),
    async again() {
      host = await listen(port);
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await host.close('the test is over');
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function foundAs(agent: AgentId, { missing = [], loggedOut = [] }: StageOptions): DoctorReport['agents'][number] {
  const absent = missing.includes(agent);
  return {
    agent,
    path: absent ? null : `/usr/local/bin/${agent}`,
    version: absent ? null : '2.1.0',
    tested: 'tested',
    testedRange: '2.0 – 2.1',
    login: absent ? 'unknown' : loggedOut.includes(agent) ? 'no' : 'yes',
  };
}

const report = (dataDir: string, options: StageOptions): DoctorReport => ({
  version: '0.1.0',
  node: '24',
  platform: 'linux',
  agents: (['claude', 'codex', 'practice'] as const).map((agent) => foundAs(agent, options)),
  holding: { mechanisms: ['cgroup'], canProve: true, detail: 'A control group holds what a task starts.' },
  dataDir,
  dataBytes: 12_000_000,
  problems: [],
});

let lastKey = 0;
/** A request for a command, as an agent makes one. */
export function wants(command: string, cwd: string, more: Partial<Extract<AgentRequest, { kind: 'permission' }>> = {}) {
  lastKey++;
  return {
    type: 'request-opened' as const,
    key: `key-${lastKey}`,
    raw: {},
    request: {
      kind: 'permission' as const,
      action: { kind: 'command' as const, shell: 'bash' as const, command, cwd },
      exact: command,
      explanation: 'I need this for what you asked.',
      ...more,
    },
  };
}

export function asks(...questions: readonly Partial<Question>[]) {
  lastKey++;
  return {
    type: 'request-opened' as const,
    key: `key-${lastKey}`,
    raw: {},
    request: {
      kind: 'question' as const,
      questions: questions.map((question, index) => ({
        id: `q${index + 1}`,
        text: 'Which one?',
        options: [],
        multiple: false,
        secret: false,
        free: false,
        ...question,
      })),
    },
  };
}
export type { Card };
