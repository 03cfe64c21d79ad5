import { tmpdir } from 'node:os';
import { run, startHeld } from '@bureau/containment';
import type { AgentError, AgentFound } from '@bureau/contracts';
import { readJsonLines } from '@bureau/lines';
import { versionIn } from '../versions/tested.ts';
import { brokenConfig, doesNotStart } from './problems.ts';
import type { Environment, RealAgent } from './types.ts';

/** A program that says nothing for so long isn't asked any more; on a loaded machine the first start takes seconds. */
const limitMs = 10_000;
const detailLength = 2_000;

export type Version =
  | { readonly ok: true; readonly version: string | null }
  | { readonly ok: false; readonly error: AgentError };

const spec = (path: string, args: readonly string[], env: Environment) => ({
  command: path,
  args,
  cwd: env['HOME'] ?? tmpdir(),
  env,
  task: 'find-agent',
  recoverable: false,
});

/** What `--version` says. */
export async function askVersion(
  agent: RealAgent,
  path: string,
  env: Environment,
  timeoutMs = limitMs,
): Promise<Version> {
  const result = await run(spec(path, ['--version'], env), { timeoutMs, outputBytes: 1 << 16 });
  if (!result.ok) return { ok: false, error: doesNotStart(agent, path, result.error.message) };
  if (result.code !== 0)
    return { ok: false, error: doesNotStart(agent, path, shorten(result.stderr || result.stdout)) };
  return { ok: true, version: versionIn(result.stdout) };
}

export interface Login {
  readonly login: AgentFound['login'];
  /** The agent's own word. */
  readonly detail?: string;
  readonly problem?: AgentError;
}

/** Whether the agent is logged in, by its own word: no file of its login is ever opened. */
export const askLogin = (agent: RealAgent, path: string, env: Environment): Promise<Login> =>
  agent === 'claude' ? askClaude(path, env) : askCodex(path, env);

/** `claude auth status` prints JSON, and ends with 1 where there is no login (measured with 2.1.283 and 2.1.332). */
async function askClaude(path: string, env: Environment): Promise<Login> {
  const result = await run(spec(path, ['auth', 'status'], env), { timeoutMs: limitMs, outputBytes: 1 << 18 });
  if (!result.ok) return { login: 'unknown', problem: doesNotStart('claude', path, result.error.message) };
  const said = `${result.stderr}\n${result.stdout}`.trim();
  if (/Configuration error/i.test(said)) return { login: 'unknown', problem: brokenConfig('claude', shorten(said)) };
  return readClaudeStatus(result.stdout) ?? { login: 'unknown' };
}

export function readClaudeStatus(printed: string): Login | null {
  let status: unknown;
  try {
    status = JSON.parse(printed);
  } catch {
    // An older Claude Code without this command: nothing is known, and nothing is claimed.
    return null;
  }
  if (typeof status !== 'object' || status === null) return null;
  const { loggedIn, authMethod, apiProvider } = status as Readonly<Record<string, unknown>>;
  if (typeof loggedIn !== 'boolean') return null;
  const detail = [authMethod, apiProvider].filter((word) => typeof word === 'string').join(', ');
  return { login: loggedIn ? 'yes' : 'no', ...(detail ? { detail } : {}) };
}

/**
 * `codex login status` knows only OpenAI's own login and says «Not logged in» for a provider that needs none, so its
 * app-server is asked: `account/read` tells the account and whether one is required (measured, 0.156 to 0.171).
 */
async function askCodex(path: string, env: Environment): Promise<Login> {
  const held = startHeld({ ...spec(path, ['app-server'], env), stdin: 'pipe' });
  const answer = Promise.withResolvers<Login>();
  let stderr = '';
  held.stderr
    ?.on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      stderr = shorten(stderr + chunk.toString());
    });
  held.stdin?.on('error', () => undefined);
  const read = held.stdout
    ? readJsonLines(held.stdout, {
        message: (message) => {
          if (message['id'] === 2) answer.resolve(readCodexAccount(message['result']));
        },
        bad: () => undefined,
        tooLong: () => undefined,
      })
    : Promise.resolve();
  const timer = setTimeout(() => answer.resolve({ login: 'unknown' }), limitMs);
  void held.started.then((started) => {
    if (!started.ok) answer.resolve({ login: 'unknown', problem: doesNotStart('codex', path, started.error.message) });
    held.stdin?.write(codexQuestions);
  });
  void held.exited.then(async () => {
    await read;
    // A broken config.toml ends it before its first word.
    const broken = /config/i.test(stderr) ? { problem: brokenConfig('codex', stderr.trim()) } : {};
    answer.resolve({ login: 'unknown', ...broken });
  });
  const login = await answer.promise;
  clearTimeout(timer);
  await held.stop();
  return login;
}

const codexQuestions = [
  {
    id: 1,
    method: 'initialize',
    params: { clientInfo: { name: 'bureau', title: 'Bureau', version: '0' } },
  },
  { method: 'initialized' },
  { id: 2, method: 'account/read', params: {} },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('');

export function readCodexAccount(result: unknown): Login {
  if (typeof result !== 'object' || result === null) return { login: 'unknown' };
  const { account, requiresOpenaiAuth } = result as Readonly<Record<string, unknown>>;
  if (typeof account === 'object' && account !== null) {
    const { type } = account as Readonly<Record<string, unknown>>;
    return { login: 'yes', ...(typeof type === 'string' ? { detail: type } : {}) };
  }
  if (requiresOpenaiAuth === false) return { login: 'yes', detail: 'a provider that needs no OpenAI login' };
  return requiresOpenaiAuth === true ? { login: 'no' } : { login: 'unknown' };
}

const shorten = (text: string): string => text.trim().slice(-detailLength);
