import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '@bureau/containment';
import { findDesktop } from './find-desktop.ts';
import { findBrowser, hasScreen } from './find-program.ts';

export interface WindowOptions {
  /** What a browser's window shows first. Other users may see it, so the token is never in it. */
  readonly url: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
export type OpenedWindow =
  | { readonly ok: true; readonly program: string; readonly pid: number; readonly kind: 'desktop' | 'browser' }
  | { readonly ok: false; readonly message: string };

/** Opens the desktop app, which finds the host by itself; without one, a window of its own in an installed browser. */
export async function openWindow(options: WindowOptions): Promise<OpenedWindow> {
  const { dataDir, env } = options;
  const desktop = process.platform !== 'linux' || hasScreen(env) ? findDesktop(env) : null;
  if (desktop) {
    const opened = await launch({ ...desktop, cwd: dataDir, env: { ...env, BUREAU_DATA_DIR: dataDir } });
    if (opened.ok) return { ok: true, program: desktop.command, pid: opened.pid, kind: 'desktop' };
  }
  return openInBrowser(options);
}

async function openInBrowser({ url, dataDir, env }: WindowOptions): Promise<OpenedWindow> {
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
    ? { ok: true, program, pid: opened.pid, kind: 'browser' }
    : { ok: false, message: `${program} could not be started: ${opened.message}` };
}
