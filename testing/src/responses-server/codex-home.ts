import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CodexHomeOptions {
  /** An empty folder; everything is made inside it. */
  readonly folder: string;
  /** The scripted server's `url`. */
  readonly url: string;
  /** `null` leaves Codex its own default (a model in code mode from 0.171 on). */
  readonly model?: string | null;
  /** As a user would write them. `untrusted` is refused in config.toml since 0.171. */
  readonly approvalPolicy?: 'on-request' | 'never';
  readonly sandbox?: 'read-only' | 'workspace-write' | 'danger-full-access';
  /** How often Codex tries a request or a stream again (its own default is 5). */
  readonly retries?: number;
  /** More lines for the top of config.toml. */
  readonly top?: string;
  /** More tables for its end. */
  readonly tables?: string;
}

export interface CodexHome {
  /** The whole environment for Codex: nothing of this machine's login in it. */
  readonly env: Readonly<Record<string, string>>;
  readonly codexHome: string;
  /** A folder to work in. */
  readonly work: string;
}

/** Writes a CODEX_HOME that sends Codex to a scripted server only: no login, no plug-ins, no way out. */
export async function makeCodexHome(options: CodexHomeOptions): Promise<CodexHome> {
  const [codexHome, home, tmp, work] = ['codex', 'home', 'tmp', 'project'].map((name) =>
    join(options.folder, name),
  ) as [string, string, string, string];
  for (const folder of [codexHome, home, tmp, work]) await mkdir(folder, { recursive: true });
  const retries = options.retries ?? 1;
  const model = options.model === undefined ? 'gpt-5.5' : options.model;
  const lines = [
    ...(model === null ? [] : [`model = ${JSON.stringify(model)}`]),
    'model_provider = "scripted"',
    ...(options.approvalPolicy ? [`approval_policy = "${options.approvalPolicy}"`] : []),
    ...(options.sandbox ? [`sandbox_mode = "${options.sandbox}"`] : []),
    'check_for_update_on_startup = false',
    options.top ?? '',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = ${JSON.stringify(options.url)}`,
    'env_key = "FAKE_KEY"',
    'wire_api = "responses"',
    `request_max_retries = ${retries}`,
    `stream_max_retries = ${retries}`,
    '[features]',
    // Otherwise it looks for plug-ins on the network at every start.
    'plugins = false',
    '[analytics]',
    'enabled = false',
    options.tables ?? '',
  ];
  await writeFile(join(codexHome, 'config.toml'), `${lines.filter(Boolean).join('\n')}\n`);
  return {
    codexHome,
    work,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: home,
      CODEX_HOME: codexHome,
      // Codex refuses to make its helper programs in a CODEX_HOME below the temporary folder.
      TMPDIR: tmp,
      FAKE_KEY: 'not-a-key',
      RUST_LOG: 'error',
    },
  };
}
