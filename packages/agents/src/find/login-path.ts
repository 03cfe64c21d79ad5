import { tmpdir } from 'node:os';
import { run } from '@bureau/containment';
import type { Environment } from './types.ts';

/** A person's start-up files may do anything; longer than this nobody waits. */
const limitMs = 5_000;
const begin = 'BUREAU-PATH-BEGINS';

/**
 * The PATH that the person's own shell sets up, for a start from a dock or a menu, which has only the system's. Null on
 * Windows (there is none) and when the shell doesn't tell. What its start-up files leave running is ended again.
 */
export async function loginPath(env: Environment, timeoutMs = limitMs): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const shell = env['SHELL'] || '/bin/sh';
  // Interactive too: version managers set up their PATH in .bashrc or .zshrc. `env` prints it alike in every shell, fish included.
  const result = await run(
    {
      command: shell,
      args: ['-l', '-i', '-c', `echo ${begin}; env`],
      cwd: env['HOME'] ?? tmpdir(),
      env: { ...env, TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true' },
      task: 'login-path',
    },
    { timeoutMs, outputBytes: 1 << 20 },
  );
  return result.ok ? pathIn(result.stdout) : null;
}

/** What stands behind the mark, so that a greeting which prints a PATH isn't taken for it. */
export function pathIn(printed: string): string | null {
  const at = printed.lastIndexOf(`${begin}\n`);
  if (at < 0) return null;
  return /^PATH=(.+)$/m.exec(printed.slice(at))?.[1]?.trim() || null;
}
