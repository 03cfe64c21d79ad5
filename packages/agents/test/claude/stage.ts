import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Held, HoldSpec } from '@bureau/containment';
import type { AgentEvent } from '@bureau/contracts';
import {
  type ClaudeHome,
  type ClaudeHomeOptions,
  type ClaudeScript,
  type MessagesServer,
  makeClaudeHome,
  plainHold,
  startMessagesServer,
} from '@bureau/testing';
import { claude } from '../../src/claude/index.ts';
import type { AgentSession, AgentStart } from '../../src/types.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

export interface Stage {
  readonly session: AgentSession;
  readonly events: readonly AgentEvent[];
  readonly server: MessagesServer;
  readonly home: ClaudeHome;
  /** The first event of this type (and that `which` accepts) that no earlier `next` of the same type gave. */
  next<Type extends AgentEvent['type']>(type: Type, which?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
  again(options?: Partial<AgentStart>): Stage;
}
export interface StageOptions extends Partial<Omit<ClaudeHomeOptions, 'folder' | 'url'>> {
  readonly script: ClaudeScript;
  readonly binary: string;
  readonly start?: Partial<AgentStart>;
  readonly hold?: (spec: HoldSpec) => Held;
  readonly prepare?: (home: ClaudeHome) => Promise<unknown>;
}

/** Real Claude Code (or a program that acts like it) against a scripted server, in a home of its own; all gone after the test. */
export async function stage(t: TestContext, options: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-claude-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const server = await startMessagesServer(options.script);
  t.after(() => server.close());
  const { script: _script, binary, start, hold, prepare, ...homeOptions } = options;
  const home = await makeClaudeHome({ ...homeOptions, folder, url: server.url });
  await prepare?.(home);

  const open = (more: Partial<AgentStart>): Stage => {
    const events: AgentEvent[] = [];
    const taken = new Set<AgentEvent>();
    const news = new EventEmitter().setMaxListeners(0);
    const session = claude.start({
      task: 'test-task',
      folder: home.work,
      env: home.env,
      binary: { path: binary, version: null },
      hold: hold ?? plainHold,
      onEvent(event) {
        events.push(event);
        news.emit('event');
      },
      ...start,
      ...more,
    });
    t.after(() => session.held.stop());
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
