import { realpathSync } from 'node:fs';
import type { Driver } from '@bureau/agents';
import type { AgentId, TaskEvent, TaskSummary } from '@bureau/contracts';
import { makeCalls } from './calls/calls.ts';
import { settingsOn } from './calls/settings.ts';
import { type Foreign, watchForeign } from './foreign.ts';
import { type Batch, journalOn, type Owner } from './journal/journal.ts';
import { openDatabase } from './journal/open.ts';
import { giveAnswer } from './live/ask.ts';
import { attempt } from './live/attempt.ts';
import { systemClock } from './live/clock.ts';
import { leave } from './live/leave.ts';
import { apply, type Deps, type Live, nextId } from './live/live.ts';
import { wake } from './live/wake.ts';
import { openWriter } from './live/writer.ts';
import { recoverAll } from './recover.ts';
import { startTask } from './start-task.ts';
import { keepStates } from './states.ts';
import { toSnapshot, toSummary } from './task/view.ts';
import type { Engine, EngineOptions, Result } from './types.ts';
import { openUndo } from './undo/undo.ts';

/** Events a snapshot's `live` part may have. */
const liveLimit = 200;

/** Opens the data folder's journal and the engine on it. */
export async function openEngine(given: EngineOptions): Promise<Result<{ readonly engine: Engine }>> {
  // Folders are compared as they really are, so the home has to be as well.
  const options: EngineOptions = { ...given, home: realOf(given.home) };
  const clock = options.clock ?? systemClock;
  const opened = openDatabase(options.dataDir);
  if (!opened.ok) return opened;
  const journal = journalOn(opened.db);
  const owner: Owner = { pid: process.pid, start: options.processStart(process.pid) ?? '' };
  const lives = new Map<string, Live>();
  const list = new Map<string, TaskSummary>(journal.tasks().map(({ summary }) => [summary.task, summary]));
  const eventListeners = new Set<(task: string, events: readonly TaskEvent[]) => void>();
  const listListeners = new Set<(changed: readonly TaskSummary[], removed: readonly string[]) => void>();
  let closing = false;

  const settings = settingsOn(journal, options.language);
  const states = keepStates(journal);
  const stateOf = (task: string) => lives.get(task)?.state ?? states.get(task);

  const tellEvents = (task: string, events: readonly TaskEvent[]): void => {
    for (const listener of eventListeners) listener(task, events);
  };
  const tellList = (changed: readonly TaskSummary[], removed: readonly string[] = []): void => {
    for (const summary of changed) list.set(summary.task, summary);
    for (const task of removed) list.delete(task);
    for (const listener of listListeners) listener(changed, removed);
  };
  const writer = openWriter({
    journal,
    clock,
    dataDir: options.dataDir,
    view: (task) => {
      const state = stateOf(task)!;
      return { summary: toSummary(state), state: () => JSON.stringify(state) };
    },
    tell(batches: readonly Batch[]) {
      for (const { task, events } of batches) if (events.length) tellEvents(task, events);
      tellList(batches.map(({ summary }) => summary));
    },
    onConflict: (task) => options.log?.('error', 'A task was changed by two processes at once.', { task }),
    onTrouble(message) {
      options.log?.(message === null ? 'info' : 'error', message ?? 'The journal can be written again.');
      if (message === null) return;
      for (const live of lives.values())
        if (live.state.phase !== 'ended')
          apply(deps, live, { type: 'notice', level: 'error', code: 'journal', message });
    },
  });
  const drivers = new Map<AgentId, Promise<Driver | null>>();
  let words: ReturnType<EngineOptions['words']> | null = null;
  const undo = openUndo(journal, options.dataDir, clock.now);
  const deps: Deps = {
    undo,
    kept: new Map(),
    options,
    clock,
    journal,
    writer,
    owner,
    words() {
      words ??= options.words().then(async (loaded) => {
        await loaded.loadLanguage?.(settings.language());
        return loaded;
      });
      return words;
    },
    language: settings.language,
    auto: () => settings.get().auto,
    driver(agent) {
      let driver = drivers.get(agent);
      if (!driver) {
        driver = options.drivers[agent]?.() ?? Promise.resolve(null);
        drivers.set(agent, driver);
      }
      return driver;
    },
    over(task) {
      const live = lives.get(task);
      // Kept work stays with its hold; anything else of an ended task is in the journal.
      if (live?.state.phase === 'ended' && live.held === null) {
        states.put(live.state);
        lives.delete(task);
      }
    },
  };
  const foreign: Foreign = watchForeign({
    deps,
    owns: (task) => lives.has(task),
    tell(task, events, summary) {
      states.forget(task);
      if (events.length) tellEvents(task, events);
      tellList([summary]);
    },
    known: (task) => list.get(task),
    removed: (tasks) => {
      for (const task of tasks) states.forget(task);
      tellList([], tasks);
    },
    all: () => list,
  });
  if (opened.putAside !== null)
    options.log?.('error', `The journal was damaged. It was put aside as ${opened.putAside}, and a new one begun.`);

  let closed: Promise<void> | null = null;
  const close = async (wish: 'stop' | 'finish'): Promise<void> => {
    closing = true;
    await Promise.all(
      [...lives.values()].map((live) => (live.state.phase === 'ended' ? null : leave(deps, live, { wish }))),
    );
    const kept = [...deps.kept.values()];
    deps.kept.clear();
    for (const work of kept) work.release();
    foreign.close();
    writer.close();
    journal.close();
  };

  const engine: Engine = {
    async start(request) {
      if (closing) return refused('closing', 'Bureau is closing, so nothing new is started.');
      const started = await startTask(deps, lives, list, request);
      if (started.ok && request.agent !== 'practice')
        attempt(deps, 'A setting', () => settings.set({ lastAgent: request.agent }));
      return started;
    },
    async command(task, command, by) {
      const live = lives.get(task);
      if (!live) {
        if (!list.has(task)) return refused('task-unknown', `There is no task «${task}».`);
        return foreign.command(task, command);
      }
      switch (command.type) {
        case 'say': {
          const said = apply(deps, live, {
            type: 'say',
            messageId: nextId(live, 'm'),
            text: command.text,
            ...(command.when === undefined ? {} : { when: command.when }),
            ...(command.files?.length ? { files: command.files } : {}),
          });
          if (said.refused) return { ok: false, error: said.refused };
          wake(deps, live);
          return { ok: true };
        }
        case 'answer': {
          const { type: _, ...answer } = command;
          const { refused } = giveAnswer(deps, live, {
            type: 'answer',
            requestId: answer.requestId,
            answer: answer.answer,
            ...(answer.message === undefined ? {} : { message: answer.message }),
            ...(answer.answers === undefined ? {} : { answers: answer.answers }),
            ...(by === undefined ? {} : { by }),
          });
          return refused ? { ok: false, error: refused } : { ok: true };
        }
        case 'stop':
        case 'finish': {
          const receipt = await leave(deps, live, { wish: command.type });
          return { ok: true, receipt };
        }
      }
    },
    note(task, notice) {
      const live = lives.get(task);
      if (live) apply(deps, live, { type: 'notice', ...notice });
    },
    onEvents(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onTasks(listener) {
      listListeners.add(listener);
      foreign.watch();
      return () => listListeners.delete(listener);
    },
    tasks: () => [...list.values()].sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1)),
    summary: (task) => list.get(task) ?? null,
    snapshot(task) {
      writer.flush();
      const state = stateOf(task);
      if (!state) return null;
      const from = state.turn?.from ?? state.receiptSeq ?? state.seq;
      const first = Math.min(from, ...Object.values(state.requests).map(({ seq }) => seq));
      const events = journal.events(task, Math.max(first, state.seq - liveLimit), state.seq, liveLimit + 1);
      const open = Object.values(state.requests).flatMap(({ seq }) =>
        seq < (events[0]?.seq ?? 0) ? journal.events(task, seq, seq) : [],
      );
      return toSnapshot(state, [...open, ...events]);
    },
    events(task, from, to) {
      writer.flush();
      return journal.events(task, from, to);
    },
    eventsAfter(task, seq) {
      writer.flush();
      const last = stateOf(task)?.seq;
      if (last === undefined || seq > last) return null;
      if (last - seq > 2_000) return null;
      const events = journal.events(task, seq + 1, last);
      return events.length === last - seq ? events : null;
    },
    calls: makeCalls({
      deps,
      lives,
      list,
      stateOf,
      settings,
      states,
      tellList,
      stop: (task) => engine.command(task, { type: 'stop' }),
    }),
    settings: settings.get,
    cursors: journal.cursors,
    trouble: writer.trouble,
    async recover() {
      const found = await recoverAll(deps, lives);
      const { keepDays } = settings.get();
      if (keepDays !== null) await engine.calls['tasks.delete-older']({ days: keepDays });
      return found;
    },
    close(how) {
      closed ??= close(how?.wish ?? 'stop');
      return closed;
    },
  };
  return { ok: true, engine };
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const refused = (code: string, message: string): { ok: false; error: { code: string; message: string } } => ({
  ok: false,
  error: { code, message },
});
