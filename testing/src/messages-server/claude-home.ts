import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ClaudeHomeOptions {
  /** An empty folder; everything is made inside it. */
  readonly folder: string;
  /** The scripted server's `url`. */
  readonly url: string;
  /** `false`: no key at all, as before a login. */
  readonly key?: boolean;
  /** ~/.claude/settings.json, as a user would write it. */
  readonly settings?: unknown;
  /** How often Claude Code tries a request again (its own default is 10). */
  readonly retries?: number;
}
export interface ClaudeHome {
  /** The whole environment: nothing of this machine's login in it. */
  readonly env: Readonly<Record<string, string>>;
  /** Its `~/.claude`. */
  readonly claudeHome: string;
  /** A folder to work in. */
  readonly work: string;
}

/** A HOME that sends Claude Code to a scripted server only: no login, no updates, no telemetry. */
export async function makeClaudeHome(options: ClaudeHomeOptions): Promise<ClaudeHome> {
  const [home, tmp, work] = ['home', 'tmp', 'work'].map((name) => join(options.folder, name)) as [
    string,
    string,
    string,
  ];
  const claudeHome = join(home, '.claude');
  for (const folder of [claudeHome, tmp, work]) await mkdir(folder, { recursive: true });
  if (options.settings !== undefined)
    await writeFile(join(claudeHome, 'settings.json'), JSON.stringify(options.settings));
  return {
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: home,
      TMPDIR: tmp,
      CLAUDE_CODE_TMPDIR: tmp,
      LANG: 'C.UTF-8',
      ANTHROPIC_BASE_URL: options.url,
      ...(options.key === false ? {} : { ANTHROPIC_API_KEY: 'dummy' }),
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: String(options.retries ?? 1),
    },
    claudeHome,
    work,
  };
}
