import type { AgentError } from '@bureau/contracts';
import type { RealAgent } from './types.ts';

const names = { claude: 'Claude Code', codex: 'Codex' } as const;
const install = {
  claude: 'npm install -g @anthropic-ai/claude-code',
  codex: 'npm install -g @openai/codex',
} as const;
const logIn = {
  claude: '«claude» once in a terminal and follow what it says',
  codex: '«codex login» in a terminal',
} as const;

export function notInstalled(agent: RealAgent, named?: { readonly name: string; readonly path: string }): AgentError {
  const name = names[agent];
  return {
    code: 'not-installed',
    message: named
      ? `${named.name} says that ${name} is at ${named.path}, but no program is there. Correct it or remove it, then look again.`
      : `${name} was not found on this computer. Bureau works with the ${name} that you install yourself. Run «${install[agent]}» in a terminal, or say with ${agent === 'claude' ? 'BUREAU_CLAUDE_PATH' : 'BUREAU_CODEX_PATH'} where it is, then look again.`,
  };
}

export const notLoggedIn = (agent: RealAgent, detail?: string): AgentError => ({
  code: 'not-logged-in',
  message: `${names[agent]} is installed but not logged in, so it can't work yet. Run ${logIn[agent]}, then look again.`,
  ...(detail ? { detail } : {}),
});

export const brokenConfig = (agent: RealAgent, detail: string): AgentError => ({
  code: 'broken-config',
  message: `${names[agent]} can't read its own settings, so it can't start. Mend the file that it names, then look again.`,
  detail,
});

export const doesNotStart = (agent: RealAgent, path: string, detail: string): AgentError => ({
  code: 'start',
  message: `${names[agent]} was found at ${path}, but it can't be started. Install it again («${install[agent]}»), then look again.`,
  ...(detail ? { detail } : {}),
});
