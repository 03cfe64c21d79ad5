import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineOptions } from '../types.ts';

/**
 * The process that has a session of Claude Code open now, or `null`. It keeps `~/.claude/sessions/PID.json` while it
 * runs; the file stays after a crash, so the process has to live and to have started then.
 */
export async function openElsewhere(
  { env, home, isAlive }: Pick<EngineOptions, 'env' | 'home' | 'isAlive'>,
  session: string,
): Promise<number | null> {
  const folder = join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'sessions');
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^(\d+)\.json$/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      const { sessionId, procStart } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<
        string,
        unknown
      >;
      const start = typeof procStart === 'string' || typeof procStart === 'number' ? String(procStart) : undefined;
      if (sessionId === session && isAlive(pid, start)) return pid;
    } catch {
      // Half written, or no JSON: not a session that can be told about.
    }
  }
  return null;
}
