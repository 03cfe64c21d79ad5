import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AgentFound, AgentId } from '@bureau/contracts';

/** Where an agent is, by its override or PATH. */
export function findOnPath(agent: AgentId, env: Readonly<Record<string, string | undefined>>): AgentFound {
  const found = { agent, version: null, tested: 'unknown', testedRange: '', login: 'unknown' } as const;
  if (agent === 'practice') return { ...found, path: process.execPath };
  const named = env[agent === 'claude' ? 'BUREAU_CLAUDE_PATH' : 'BUREAU_CODEX_PATH'];
  const paths = named ? [named] : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, agent));
  const path = paths.find((one) => {
    try {
      accessSync(one, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  return { ...found, path: path ?? null };
}
