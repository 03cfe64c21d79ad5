import type { EngineOptions } from '@bureau/engine';
import { homeOf } from './data-dir.ts';
import { languageOf } from './language.ts';

/** What may be chosen; everything else is the real thing. */
export interface Choice {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ask a login shell for its PATH too (started from a dock or a menu). */
  readonly loginShell?: boolean;
  readonly idleReleaseMs?: number | null;
  readonly log?: NonNullable<EngineOptions['log']>;
}

/** The engine's options with the real agents, holds and words. Agents and words are loaded when they're first needed. */
export async function compose(choice: Choice): Promise<EngineOptions> {
  const { env, loginShell = false } = choice;
  const language = languageOf(env);
  const containment = await import('@bureau/containment');
  return {
    dataDir: choice.dataDir,
    env,
    home: homeOf(env),
    language,
    drivers: {
      claude: async () => (await import('@bureau/agents')).claude,
      codex: async () => (await import('@bureau/agents')).codex,
      practice: async () => (await import('@bureau/agents')).practice,
    },
    findAgent: async (agent, options) => (await import('@bureau/agents')).findAgent(agent, { ...options, loginShell }),
    hold: containment.startHeld,
    recoverHold: containment.recoverHold,
    async words() {
      const words = await import('@bureau/plain-words');
      // The window may choose another language at any time.
      await Promise.all(words.languages.map((one) => words.loadLanguage(one)));
      return words;
    },
    handedOver: (command) => containment.handedOver(['bash', '-c', command]),
    isAlive: containment.isAlive,
    processStart: containment.processStart,
    async runAside(command, args, { cwd, limitMs }) {
      const result = await containment.run(
        { command, args, cwd, env, task: 'look' },
        { timeoutMs: limitMs, outputBytes: 1_048_576 },
      );
      return result.ok ? { code: result.code, stdout: result.stdout } : null;
    },
    ...(choice.idleReleaseMs === undefined ? {} : { idleReleaseMs: choice.idleReleaseMs }),
    ...(choice.log === undefined ? {} : { log: choice.log }),
  };
}
