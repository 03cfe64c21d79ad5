import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '@bureau/containment';
import { findBrowser } from './find-program.ts';

export interface WindowOptions {
  /** What the window shows first. May be seen by other users of this computer, so never with the token in it. */
  readonly url: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
export type OpenedWindow =
  | { readonly ok: true; readonly program: string; readonly pid: number }
  | { readonly ok: false; readonly message: string };

/** Opens the page as a window of its own, in an installed browser with a profile of its own. */
export async function openWindow({ url, dataDir, env }: WindowOptions): Promise<OpenedWindow> {
  const program = findBrowser(env);
  if (program === null)
    return { ok: false, message: 'No browser was found that can show a window of its own (Chrome, Chromium, Edge).' };
  const profile = join(dataDir, 'window');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  // A browser refuses its sandbox to root; the window shows only Bureau's own page.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [];
  const opened = await launch({
    command: program,
    args: [
      `--app=${url}`,
      `--user-data-dir=${profile}`,
      '--class=Bureau',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      ...asRoot,
    ],
    cwd: dataDir,
    env,
  });
  return opened.ok
    ? { ok: true, program, pid: opened.pid }
    : { ok: false, message: `${program} could not be started: ${opened.message}` };
}
