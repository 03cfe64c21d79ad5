import type { Say } from '../words/words.ts';

/** How an agent is called; names of products stay as they are. */
export const agentName = (agent: string, say: Say): string =>
  agent === 'claude'
    ? 'Claude Code'
    : agent === 'codex'
      ? 'Codex'
      : agent === 'practice'
        ? say('agent.practice')
        : agent;
