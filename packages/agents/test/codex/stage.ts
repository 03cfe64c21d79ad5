import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Held, HoldSpec } from '@bureau/containment';
import type { AgentEvent } from '@bureau/contracts';
import {
  type CodexHome,
  type CodexHomeOptions,
  makeCodexHome,
  plainHold,
  type ResponsesServer,
  type Script,
  startResponsesServer,
} from '@bureau/testing';
import { codex } from '../../src/codex/index.ts';
import type { AgentSession, AgentStart } from '../../src/types.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** A session with the events it gave, and a way to wait for one. */
export interface Stage {
  readonly session: AgentSession;
  readonly events: readonly AgentEvent[];
  readonly server: ResponsesServer;
  readonly home: CodexHome;
  /** The first event of this type (and that `which` accepts) that no earlier `next` of the same type gave. */
  next<Type extends AgentEvent['type']>(type: Type, which?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
  /** Another session in the same home and folder. */
  again(options?: Partial<AgentStart>): Stage;
}

export interface StageOptions extends Partial<Omit<CodexHomeOptions, 'folder' | 'url'>> {
  readonly script: Script;
  readonly binary: string;
  readonly start?: Partial<AgentStart>;
  readonly hold?: (spec: HoldSpec) => Held;
  /** Before Codex starts. */
  readonly prepare?: (home: CodexHome) => Promise<unknown>;
}

/** Real Codex (or a program that acts like it) against a scripted server, in a folder of its own; all gone after the test. */
export async function stage(t: TestContext, options: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-codex-'));
  const server = await startResponsesServer(options.script);
  const sessions: AgentSession[] = [];
  // One hook: hooks run in the order they were made, and the folder must go after whoever writes into it.
  t.after(async () => {
    for (const session of sessions) await session.held.stop();
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const { script: _script, binary, start, hold, prepare, ...homeOptions } = options;
  const home = await makeCodexHome({
    approvalPolicy: 'on-request',
    sandbox: 'workspace-write',
    ...homeOptions,
    folder,
    url: server.url,
  });
  await prepare?.(home);

  const open = (more: Partial<AgentStart>): Stage => {
    const events: AgentEvent[] = [];
    const taken = new Set<AgentEvent>();
    const news = new EventEmitter().setMaxListeners(0);
    const session = codex.start({
      task: 'test-task',
      folder: home.work,
      env: home.env,
      binary: { path: binary, version: null },
      hold: hold ?? plainHold,
      onEvent: (event) => {
        events.push(event);
        news.emit('event');
      },
      ...start,
      ...more,
    });
    sessions.push(session);
    return {
      session,
      events,
      server,
      home,
      async next(type, which = () => true) {
        for (;;) {
          for (const event of events) {
            if (event.type !== type || taken.has(event) || !which(event as EventOf<typeof type>)) continue;
            taken.add(event);
            return event as EventOf<typeof type>;
          }
          if (events.some((event) => event.type === 'exited'))
            throw new Error(`It ended before ${type}: ${JSON.stringify(events.slice(-5), null, 1)}`);
          await once(news, 'event');
        }
      },
      again: (extra = {}) => open({ ...more, ...extra }),
    };
  };
  return open({});
}

/** Says something and fails the test where it isn't taken. */
export async function tell(staged: Stage, text: string, id = `message-${staged.events.length}`): Promise<void> {
  const sent = await staged.session.say({ id, text });
  if (!sent.ok) throw new Error(`${sent.error.message} ${sent.error.detail ?? ''}`);
}
