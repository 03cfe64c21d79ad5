import { dirname, join } from 'node:path';
import type { Receipt, RunningProcess, TaskSummary } from '@bureau/contracts';
import { exportTask } from '../export/to-text.ts';
import { takeBack } from '../live/grants.ts';
import type { Deps, Live } from '../live/live.ts';
import { apply, newLive, nextId } from '../live/live.ts';
import { keepOutput } from '../live/output.ts';
import { wake } from '../live/wake.ts';
import type { States } from '../states.ts';
import type { TaskInput } from '../task/input.ts';
import type { TaskState } from '../task/state.ts';
import { CallError, type EngineCalls, type Result } from '../types.ts';
import { dataSize, deleteAll } from './data.ts';
import type { SettingsStore } from './settings.ts';

export interface CallsOn {
  readonly deps: Deps;
  readonly lives: Map<string, Live>;
  readonly list: ReadonlyMap<string, TaskSummary>;
  readonly stateOf: (task: string) => TaskState | null;
  readonly settings: SettingsStore;
  readonly states: States;
  readonly tellList: (changed: readonly TaskSummary[], removed?: readonly string[]) => void;
  readonly stop: (task: string) => Promise<Result<object>>;
}

/** Every call that the engine answers itself. */
export function makeCalls(on: CallsOn): EngineCalls {
  const { deps, lives } = on;
  const { journal } = deps;

  /** A change to a task, whether it lives here or rests in the journal. */
  const change = (task: string, input: TaskInput): Live => {
    let live = lives.get(task);
    if (!live) {
      // Another process may have changed it since it was looked at last.
      on.states.forget(task);
      const state = on.stateOf(task);
      if (!state) throw unknown(task);
      if (state.phase !== 'ended') throw new CallError({ code: 'not-here', message: 'This task runs in a terminal.' });
      if (!journal.claim(task, null, deps.owner))
        throw new CallError({ code: 'not-here', message: 'This task is open in another Bureau.' });
      live = newLive(task, state, { agent: state.agent, folder: state.folder, prompt: '' });
      lives.set(task, live);
    }
    const { refused } = apply(deps, live, input);
    deps.writer.flush();
    if (refused) throw new CallError(refused);
    deps.over(task);
    return live;
  };
  const here = (task: string): Live => {
    const live = lives.get(task);
    if (live) return live;
    if (on.list.has(task)) throw new CallError({ code: 'not-here', message: 'Nothing of this task runs here.' });
    throw unknown(task);
  };
  const folderOf = (task: string): string => {
    const state = on.stateOf(task);
    if (!state) throw unknown(task);
    return state.folder;
  };
  const remove = (tasks: readonly string[]): void => {
    const gone = tasks.filter((task) => !lives.has(task) && on.list.get(task)?.state === 'ended');
    journal.remove(gone);
    for (const task of gone) on.states.forget(task);
    on.tellList([], gone);
    void deps.undo.sweep().catch((error) => deps.options.log?.('warning', 'sweep', { error: String(error) }));
  };

  return {
    'task.rename': async ({ task, title }) => {
      change(task, { type: 'rename', title });
      return null;
    },
    'task.archive': async ({ task, archived }) => {
      const living = lives.get(task);
      if (archived && living && living.state.phase !== 'ended') {
        const { leave } = await import('../live/leave.ts');
        await leave(deps, living, { wish: 'finish' });
      }
      change(task, { type: 'archive', archived });
      return null;
    },
    'task.delete': async ({ task }) => {
      if (!on.list.has(task)) throw unknown(task);
      if (on.list.get(task)?.state !== 'ended') await on.stop(task);
      lives.delete(task);
      remove([task]);
      return null;
    },
    'task.events': async ({ task, from, to }) => {
      deps.writer.flush();
      return { events: [...journal.events(task, from, to)] };
    },
    'task.output': async ({ task, id, from }) => {
      const live = lives.get(task);
      if (live) keepOutput(deps, live, id);
      deps.writer.flush();
      const output = journal.output(task, id, from ?? 0);
      return output
        ? { text: output.text, bytes: output.length, more: output.more }
        : { text: '', bytes: 0, more: false };
    },
    'task.processes': async ({ task }) => {
      const holders = [
        ...[...lives.values()].flatMap(({ task, held }) => (held ? [{ task, list: () => held.list() }] : [])),
        ...[...deps.kept].map(([task, work]) => ({ task, list: () => work.list() })),
      ].filter((one) => task === undefined || one.task === task);
      const found = await Promise.all(
        holders.map(async ({ task, list }): Promise<(RunningProcess & { task: string })[]> => {
          const running = await list().catch(() => []);
          return running.map((process) => ({ ...process, task }));
        }),
      );
      return { processes: found.flat() };
    },
    'task.keep': async ({ task, pid }) => {
      const kept = (await here(task).held?.keep(pid)) ?? false;
      return kept ? { kept } : { kept, message: 'This process is not part of the task (any more).' };
    },
    'task.stop-process': async ({ task, pid }) => {
      const held = lives.get(task)?.held ?? deps.kept.get(task);
      if (!held) throw new CallError({ code: 'not-here', message: 'Nothing of this task runs any more.' });
      return { receipt: await held.stopOne(pid) };
    },
    'task.stop-all': async () => {
      const running = [...on.list.values()].filter(({ state }) => state !== 'ended').map(({ task }) => task);
      const receipts = await Promise.all(
        running.map(async (task) => {
          const stopped = await on.stop(task);
          const receipt = stopped.ok && 'receipt' in stopped ? (stopped.receipt as Receipt | null) : null;
          return receipt ? [{ task, receipt }] : [];
        }),
      );
      return { receipts: receipts.flat() };
    },
    'task.queue-edit': async ({ task, messageId, text }) => {
      change(task, { type: 'queue-edit', messageId, text });
      return null;
    },
    'task.changes': async ({ task }) => deps.undo.changes(task, folderOf(task)),
    'task.diff': async ({ task, path }) => deps.undo.diff(task, folderOf(task), path),
    'task.put-back': async ({ task, paths, force }) => {
      if (lives.get(task)?.state.turn)
        throw new CallError({
          code: 'task-running',
          message: 'It is working right now. Stop it, or wait until it has finished, then put back.',
        });
      return deps.undo.putBack(task, folderOf(task), paths, force ?? false);
    },
    'task.export': async ({ task, format }) => {
      deps.writer.flush();
      const state = on.stateOf(task);
      if (!state) throw unknown(task);
      return { text: exportTask(state, journal.events(task, 1, state.seq), format) };
    },
    'task.resume': async ({ task, text }) => {
      if (!lives.has(task)) on.states.forget(task);
      const ended = on.stateOf(task);
      if (!ended) throw unknown(task);
      if (ended.phase === 'ended' && !lives.has(task) && !journal.claim(task, null, deps.owner))
        throw new CallError({ code: 'not-here', message: 'This task is open in another Bureau.' });
      const live = newLive(task, ended, {
        agent: ended.agent,
        folder: ended.folder,
        prompt: text,
        ...(ended.model === null ? {} : { model: ended.model }),
      });
      const messageId = nextId(live, 'm');
      const { refused } = apply(deps, live, { type: 'resume', messageId, text });
      if (refused) throw new CallError(refused);
      lives.set(task, live);
      wake(deps, live);
      return null;
    },
    'task.allow-own-turns': async ({ task, allowed }) => {
      change(task, { type: 'own-turns', allowed });
      return null;
    },
    'tasks.search': async ({ query, limit }) => {
      deps.writer.flush();
      return { hits: [...journal.search(query, Math.min(limit ?? 50, 200))] };
    },
    'tasks.delete-older': async ({ days }) => {
      const before = new Date(deps.clock.now() - days * 86_400_000).toISOString();
      const old = [...on.list.values()].filter(({ state, changedAt }) => state === 'ended' && changedAt < before);
      remove(old.map(({ task }) => task));
      return { deleted: old.length };
    },
    'grants.list': async () => ({
      grants: journal.grants().map(({ id, task, reach, at }) => ({ id, task, reach, at })),
    }),
    'grants.revoke': async ({ id }) => {
      const grant = journal.revokeGrant(id, deps.clock.now());
      if (!grant) throw new CallError({ code: 'wrong-use', message: 'There is no such allowance (any more).' });
      takeBack(deps, lives.get(grant.task), grant.reach);
      return null;
    },
    'settings.get': async () => on.settings.get(),
    'settings.set': async (changes) => {
      const settings = on.settings.set(changes);
      const words = changes.language === undefined ? null : await deps.words().catch(() => null);
      await words?.loadLanguage?.(on.settings.language());
      return settings;
    },
    'folders.recent': async () => ({
      folders: [
        ...new Set(
          [...on.list.values()].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).map(({ folder }) => folder),
        ),
      ]
        // A practice folder is for one piece of work.
        .filter((folder) => dirname(folder) !== join(deps.options.dataDir, 'practice'))
        .slice(0, 20),
    }),
    'data.size': async () => ({ bytes: await dataSize(deps.options.dataDir), path: deps.options.dataDir }),
    'data.delete-all': async ({ confirm }) => {
      if (confirm !== 'delete everything')
        throw new CallError({ code: 'wrong-use', message: 'Deleting everything wants the words «delete everything».' });
      for (const { task, state } of on.list.values()) if (state !== 'ended') await on.stop(task);
      lives.clear();
      remove([...on.list.keys()]);
      await deleteAll(deps.options.dataDir);
      return null;
    },
  };
}

const unknown = (task: string) => new CallError({ code: 'task-unknown', message: `There is no task «${task}».` });
