import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '@bureau/containment';
import { type FoundHost, findHost } from './find-host.ts';

export interface EnsureHostOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs `bureau`: a Node and the program, or the packaged one. `open --no-window` is put behind it. */
  readonly command: string;
  readonly args: readonly string[];
}
export type EnsuredHost =
  | { readonly ok: true; readonly host: FoundHost; readonly started: boolean }
  | { readonly ok: false; readonly message: string };

const startMs = 20_000;
const lookMs = 50;

/** The data folder's host: the one that runs, or a new one in a process of its own, which outlives this one. */
export async function ensureHost({ dataDir, env, command, args }: EnsureHostOptions): Promise<EnsuredHost> {
  const found = await findHost(dataDir);
  if (found) return { ok: true, host: found, started: false };
  mkdirSync(join(dataDir, 'log'), { recursive: true, mode: 0o700 });
  // What it says before its log is open would be lost otherwise.
  const output = openSync(join(dataDir, 'log', 'start.log'), 'w', 0o600);
  try {
    const launched = await launch({
      command,
      args: [...args, 'open', '--no-window'],
      cwd: dataDir,
      env: { ...env, BUREAU_DATA_DIR: dataDir },
      output,
    });
    if (!launched.ok) return { ok: false, message: `Bureau's host could not be started: ${launched.message}` };
    const ended = { code: undefined as number | null | undefined };
    void launched.exited.then(({ code }) => {
      ended.code = code;
    });
    const limit = performance.now() + startMs;
    while (performance.now() < limit) {
      const host = await findHost(dataDir);
      if (host) return { ok: true, host, started: true };
      if (ended.code !== undefined)
        return { ok: false, message: `Bureau's host ended at once (${ended.code}); ${join(dataDir, 'log')} says why.` };
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    return { ok: false, message: `Bureau's host did not answer in time; ${join(dataDir, 'log')} may say why.` };
  } finally {
    closeSync(output);
  }
}
