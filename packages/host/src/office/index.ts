import { homedir } from 'node:os';
import { join } from 'node:path';

export { type Collector, type CollectorOptions, type CursorStore, openCollector } from '@bureau/collector';
export { openOffice } from './open-office.ts';

/**
 * Where this person's agents keep their session logs, as the agents themselves decide it:
 * `CLAUDE_CONFIG_DIR` or `~/.claude`, `CODEX_HOME` or `~/.codex`.
 */
export function agentHomes(env: Readonly<Record<string, string | undefined>>): {
  claudeDirs: string[];
  codexDirs: string[];
} {
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  return {
    claudeDirs: [env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')],
    codexDirs: [env['CODEX_HOME'] || join(home, '.codex')],
  };
}
