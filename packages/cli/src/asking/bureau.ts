import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCalls, TaskCommand, TaskSummary } from '@bureau/contracts';
import type { Common } from '../common.ts';

export interface Refusal {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

/** Bureau as a command asks it: the running host, or the journal where none runs. */
export interface Bureau {
  readonly dataDir: string;
  readonly running: boolean;
  tasks(): Promise<{ readonly ok: true; readonly tasks: readonly TaskSummary[] } | Refusal>;
  command(task: string, command: TaskCommand): Promise<{ readonly ok: true; readonly value: unknown } | Refusal>;
  call<Method extends keyof HostCalls>(
    method: Method,
    params: HostCalls[Method]['params'],
  ): Promise<{ readonly ok: true; readonly value: HostCalls[Method]['value'] } | Refusal>;
  close(): Promise<void>;
}

/** Finds the host of the data folder, or opens its journal. Null where there is neither: nothing was ever done. */
export async function openBureau(common: Common): Promise<Bureau | Refusal | null> {
  const [{ askHost, findHost }, { dataDirOf }] = await Promise.all([
    import('@bureau/host/launch'),
    import('@bureau/host/local'),
  ]);
  const dataDir = dataDirOf(common.dataDir, process.env);
  const host = await findHost(dataDir);
  if (!host) return existsSync(join(dataDir, 'journal.db')) ? openJournal(dataDir) : null;
  return {
    dataDir,
    running: true,
    async tasks() {
      const answer = await askHost(host, '/api/tasks');
      return answer.ok ? { ok: true, tasks: (answer.value as { tasks: TaskSummary[] }).tasks } : answer;
    },
    command: (task, command) => askHost(host, `/api/task/${encodeURIComponent(task)}/command`, command),
    async call(method, params) {
      const answer = await askHost(host, `/api/call/${method}`, params);
      return answer.ok ? { ok: true, value: (answer.value as { value: never }).value } : answer;
    },
    close: async () => {},
  };
}

async function openJournal(dataDir: string): Promise<Bureau | Refusal> {
  const { openLocal } = await import('@bureau/host/local');
  const opened = await openLocal({ dataDir, env: process.env, idleReleaseMs: null });
  if (!opened.ok) return { ok: false, ...opened.error };
  const { engine } = opened;
  // What a dead Bureau left is ended and said first, so that the answer is true.
  await engine.recover();
  return {
    dataDir,
    running: false,
    tasks: async () => ({ ok: true, tasks: engine.tasks() }),
    async command(task, command) {
      const done = await engine.command(task, command, 'terminal');
      return done.ok ? { ok: true, value: done } : { ok: false, ...done.error };
    },
    async call(method, params) {
      try {
        const call = engine.calls[method as keyof typeof engine.calls] as (params: unknown) => Promise<never>;
        return { ok: true, value: await call(params) };
      } catch (error) {
        const { code = 'failed', message } = error as Error & { code?: string };
        return { ok: false, code, message };
      }
    },
    close: () => engine.close(),
  };
}
