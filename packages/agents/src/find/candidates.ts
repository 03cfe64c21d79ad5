import { fileNames, pathFolders, usualPlaces } from './places.ts';
import type { Machine, RealAgent } from './types.ts';

const overrides = { claude: 'BUREAU_CLAUDE_PATH', codex: 'BUREAU_CODEX_PATH' } as const;

/** Where the person said that the agent is, and the variable that says so. */
export function override(agent: RealAgent, machine: Machine): { readonly name: string; readonly path: string } | null {
  const name = overrides[agent];
  const path = machine.env[name];
  return path ? { name, path } : null;
}

/**
 * Every program that could be this agent, in the order in which they are tried: PATH, the PATH of a login shell, the
 * usual places. Links are resolved, and each program stands there once.
 */
export function candidates(agent: RealAgent, machine: Machine, loginPath: string | null): readonly string[] {
  const folders = [
    ...pathFolders(machine.env, machine.platform),
    ...(loginPath === null ? [] : pathFolders({ PATH: loginPath }, machine.platform)),
    ...usualPlaces(agent, machine),
  ];
  const found = new Map<string, string>();
  for (const folder of new Set(folders)) {
    for (const name of fileNames(agent, machine.platform)) {
      const path = machine.join(folder, name);
      const real = machine.program(path);
      if (real !== null && !found.has(real)) found.set(real, path);
    }
  }
  return [...found.keys()];
}
