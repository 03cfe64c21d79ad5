import type { Held, HoldSpec } from '@bureau/containment';
import type { AgentEvent, AgentFound } from '@bureau/contracts';
import { askBeforeStart } from '../folder/ask-before-start.ts';
import { absentBefore } from '../folder/tidy.ts';
import type { Words } from '../types.ts';
import { checkpointBefore } from './checkpoint.ts';
import { within } from './clock.ts';
import { leave } from './leave.ts';
import { listen } from './listen.ts';
import { apply, type Deps, type Live, nextId } from './live.ts';
import { noWords } from './no-words.ts';
import { pump } from './speak.ts';

/** Each driver gives up after 30 s of silence; one that doesn't is given up here. */
const silentMs = 40_000;
const silent = {
  ok: false,
  error: {
    code: 'silent',
    message:
      'The agent was started but said nothing. It was ended. Try again; if it stays silent, start it in a terminal to see why.',
  },
} as const;

/**
 * Starts the agent of a task and gives it the first words. Whatever goes wrong ends in the task's events. `again`: the
 * same session goes on (an agent that was let go, a task that is resumed).
 */
export async function launch(
  deps: Deps,
  live: Live,
  way: { readonly again: boolean; found?: AgentFound },
): Promise<void> {
  live.launching = true;
  try {
    await start(deps, live, way);
  } catch (error) {
    deps.options.log?.('error', 'A task could not be started.', { task: live.task, error: String(error) });
    const message = `Bureau could not start the agent: ${error instanceof Error ? error.message : String(error)}`;
    await leave(deps, live, { wish: 'failed', error: { code: 'start', message } });
  } finally {
    live.launching = false;
  }
  pump(deps, live);
}

async function start(deps: Deps, live: Live, way: { readonly again: boolean; found?: AgentFound }): Promise<void> {
  const { folder, agent } = live.state;
  const gone = () => live.ending !== null;
  const asked = await askBeforeStart(deps, live, way.again);
  if (gone()) return;
  if (!asked.go) {
    await leave(deps, live, { wish: 'failed', how: asked.how, error: { code: 'start', message: asked.message } });
    return;
  }
  const [found, driver, absent] = await Promise.all([
    way.found ?? deps.options.findAgent(agent, { env: deps.options.env }),
    deps.driver(agent),
    agent === 'codex' ? absentBefore(folder) : [],
  ]);
  if (gone()) return;
  if (found.path === null || !driver) {
    const error = found.problem ?? {
      code: 'not-installed' as const,
      message: `${agent} was not found on this computer. Install it, or say where it is, then try again.`,
    };
    await leave(deps, live, { wish: 'failed', error });
    return;
  }
  live.binary = found.path;
  live.absent = absent;
  live.startedMs = deps.clock.now();
  live.steps.clear();
  live.messages.clear();
  const resume = way.again ? (live.state.agentSessionId ?? undefined) : live.request.resume;
  // The words load while the agent starts; what it says before they are there waits for them.
  const early: AgentEvent[] = [];
  const hear = (event: AgentEvent): void => {
    if (live.words) listen(deps, live, event);
    else early.push(event);
  };
  const session = driver.start({
    task: live.task,
    folder,
    env: deps.options.env,
    binary: { path: found.path, version: found.version },
    hold: (spec) => hold(deps, live, spec),
    onEvent: hear,
    ...(live.request.model === undefined ? {} : { model: live.request.model }),
    ...(resume === undefined ? {} : { resume }),
    ...(live.request.fork && !way.again ? { fork: true } : {}),
    ...(live.request.plan && !way.again ? { plan: true } : {}),
    ...(asked.withoutFolderPrograms ? { withoutFolderPrograms: true } : {}),
    ...(live.state.ownTurns ? {} : { noOwnTurns: true }),
  });
  live.session = session;
  live.words ??= await deps.words().catch((error) => withoutWords(deps, error));
  for (const event of early.splice(0)) listen(deps, live, event);
  if (!way.again && !gone()) void checkpointBefore(deps, live);
  const ready = (await within(deps.clock, session.ready, silentMs)) ?? silent;
  if (gone()) return;
  if (!ready.ok) {
    await leave(deps, live, { wish: 'failed', error: ready.error });
    return;
  }
  live.ready = true;
  if (way.again) return;
  await checkpointBefore(deps, live);
  if (gone()) return;
  const { prompt, files } = live.request;
  const sent = await session.say({ id: nextId(live, 'm'), text: prompt, ...(files?.length ? { files } : {}) });
  if (!sent.ok && !gone()) await leave(deps, live, { wish: 'failed', error: sent.error });
}

function withoutWords(deps: Deps, error: unknown): Words {
  deps.options.log?.('error', 'The words could not be loaded.', { error: String(error) });
  return noWords;
}

/** The task's hold; its record is written down, so that a crash doesn't lose it. */
function hold(deps: Deps, live: Live, spec: HoldSpec): Held {
  const held = deps.options.hold(spec);
  live.held = held;
  void held.started.then((started) => {
    if (!started.ok) return;
    try {
      deps.journal.holdStarted(started.record, deps.clock.now());
    } catch (error) {
      // The supervisor ends the work when this process dies; only its report after a crash would be missing.
      apply(deps, live, { type: 'notice', level: 'warning', code: 'journal', message: String(error) });
    }
  });
  void held.closed.then(({ lost }) => {
    if (!lost || live.held !== held || live.ending) return;
    const message =
      'The program that holds this task together was ended from outside. What the task still ran is being ended now; the receipt says what could be proved.';
    void leave(deps, live, { wish: 'exited', error: { code: 'exited', message } });
  });
  return held;
}
