import type { AgentFound, AgentId } from '@bureau/contracts';
import type { FindOptions } from '../types.ts';
import { compareWithTested, testedRange } from '../versions/tested.ts';
import { askLogin, askVersion } from './ask.ts';
import { candidates, override } from './candidates.ts';
import { loginPath } from './login-path.ts';
import { thisMachine } from './machine.ts';
import { toNative } from './native.ts';
import { doesNotStart, notInstalled, notLoggedIn } from './problems.ts';
import type { RealAgent } from './types.ts';

/** A broken program on PATH must not hide a good one behind it; more than so many are not tried. */
const mostTried = 4;

/**
 * Finds an agent: the override, PATH, the PATH of a login shell (`loginShell`), the usual places. By itself it starts
 * nothing and takes a few milliseconds. With `ask` it starts what it found, for its version and its login in its own
 * words (about half a second). Never rejects: what is wrong, and what to do, is in `problem`.
 */
export async function findAgent(agent: AgentId, options: FindOptions): Promise<AgentFound> {
  if (agent === 'practice') return practiceFound;
  const machine = thisMachine(options.env);
  const named = override(agent, machine);
  const found = {
    agent,
    path: null,
    version: null,
    tested: 'unknown',
    testedRange: testedRange(agent),
    login: 'unknown',
  } as const;
  let programs: readonly string[];
  if (named) {
    const program = machine.program(named.path);
    if (program === null) return { ...found, problem: notInstalled(agent, named) };
    programs = [program];
  } else {
    programs = candidates(agent, machine, options.loginShell ? await loginPath(options.env) : null);
    if (programs.length === 0) return { ...found, problem: notInstalled(agent) };
  }
  const native = programs.map((path) => toNative(agent, path, machine));
  if (!options.ask) return { ...found, path: native[0]! };
  return ask(agent, [...new Set(native)].slice(0, mostTried), options);
}

async function ask(agent: RealAgent, paths: readonly string[], { env }: FindOptions): Promise<AgentFound> {
  const found = { agent, testedRange: testedRange(agent) } as const;
  let problem = doesNotStart(agent, paths[0]!, '');
  for (const [index, path] of paths.entries()) {
    const answer = await askVersion(agent, path, env);
    if (!answer.ok) {
      if (index === 0) problem = answer.error;
      continue;
    }
    const { login, detail, problem: trouble } = await askLogin(agent, path, env);
    const wrong = trouble ?? (login === 'no' ? notLoggedIn(agent, detail) : undefined);
    return {
      ...found,
      path,
      version: answer.version,
      tested: compareWithTested(agent, answer.version),
      login,
      ...(detail ? { loginDetail: detail } : {}),
      ...(wrong ? { problem: wrong } : {}),
    };
  }
  return { ...found, path: paths[0]!, version: null, tested: 'unknown', login: 'unknown', problem };
}

/** It is part of Bureau, so it is always there. */
const practiceFound: AgentFound = {
  agent: 'practice',
  path: process.execPath,
  version: null,
  tested: compareWithTested('practice', null),
  testedRange: testedRange('practice'),
  login: 'yes',
};
