import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { agentIds, type TaskSummary } from '@bureau/contracts';
import { openElsewhere } from './folder/open-elsewhere.ts';
import { knownVersion } from './live/agent-version.ts';
import { within } from './live/clock.ts';
import { launch } from './live/launch.ts';
import { apply, type Deps, type Live, newLive } from './live/live.ts';
import { initialState } from './task/state.ts';
import type { EngineError, Result, StartRequest } from './types.ts';

/** Characters. Both agents take a prompt of a megabyte; what the model takes is theirs to say. */
const promptLimit = 10_000_000;
const findMs = 5_000;

/** Checks a request, makes its task and starts it. What goes wrong after the checks is in the task's events. */
export async function startTask(
  deps: Deps,
  lives: Map<string, Live>,
  list: ReadonlyMap<string, TaskSummary>,
  request: StartRequest,
): Promise<Result<{ readonly task: string }>> {
  const folder = await checkFolder(request.folder);
  const error = 'error' in folder ? folder.error : checkWords(request);
  if (error || 'error' in folder) return { ok: false, error: error ?? { code: 'folder-missing', message: '' } };
  const found = await within(deps.clock, deps.options.findAgent(request.agent, { env: deps.options.env }), findMs);
  const task = `t-${randomBytes(6).toString('hex')}`;
  const live = newLive(task, { ...initialState, task }, { ...request, folder: folder.path });
  lives.set(task, live);
  const others = [...list.values()].filter((other) => other.folder === folder.path && other.state !== 'ended');
  apply(deps, live, {
    type: 'create',
    agent: request.agent,
    agentVersion: found?.version ?? (found?.path ? knownVersion(deps.journal, found.path) : null),
    folder: folder.path,
    prompt: request.prompt,
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.resume === undefined ? {} : { resume: request.resume }),
    ...(request.plan ? { plan: true } : {}),
  });
  if (others.length)
    apply(deps, live, {
      type: 'notice',
      level: 'warning',
      code: 'shared-folder',
      message: `Another task works in this folder as well: ${others.map(({ title }) => `«${title}»`).join(', ')}. They may change the same files.`,
    });
  if (request.agent === 'claude' && request.resume !== undefined && !request.fork)
    await warnWhenOpen(deps, live, request.resume);
  void launch(deps, live, { again: false, ...(found ? { found } : {}) });
  return { ok: true, task };
}

/** Claude Code locks nothing: two processes in one session both write to it. */
async function warnWhenOpen(deps: Deps, live: Live, session: string): Promise<void> {
  const pid = await openElsewhere(deps.options, session);
  if (pid !== null)
    apply(deps, live, {
      type: 'notice',
      level: 'warning',
      code: 'session-open',
      message: `This session is still open in another program (process ${pid}). Both would write into it: close it there before you go on here.`,
    });
}

function checkWords(request: StartRequest): EngineError | null {
  if (!agentIds.includes(request.agent))
    return { code: 'agent-unknown', message: `There is no agent «${request.agent}»: ${agentIds.join(', ')}.` };
  if (request.prompt.trim() === '')
    return { code: 'prompt-empty', message: 'Say what is to be done: the text is empty. Nothing was started.' };
  if (request.prompt.length > promptLimit)
    return {
      code: 'prompt-too-long',
      message: 'The text is longer than ten million characters. Put it into a file and name that instead.',
    };
  return null;
}

/** The folder as it really is (links resolved), or why no work can be done in it. */
export async function checkFolder(path: string): Promise<{ path: string } | { error: EngineError }> {
  if (!isAbsolute(path)) return wrong('folder-missing', `${path} is not a whole path.`);
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory())
      return wrong('not-a-folder', `${path} is a file, not a folder. Pick the folder it is in.`);
    await access(real, constants.R_OK | constants.X_OK);
    return { path: real };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES' || code === 'EPERM')
      return wrong('folder-unreadable', `You may not read the folder ${path}, so no work can be done in it.`);
    if (code === 'ENOTDIR') return wrong('not-a-folder', `A part of ${path} is a file, not a folder.`);
    return wrong('folder-missing', `There is no folder ${path}. Nothing was started.`);
  }
}

const wrong = (code: EngineError['code'], message: string) => ({ error: { code, message } });
