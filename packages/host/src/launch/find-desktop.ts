import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The desktop app, and how it is started. */
export interface Desktop {
  readonly command: string;
  readonly args: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The desktop app: the one `BUREAU_DESKTOP` names, or the workspace's shell where Electron's binary is there. */
export function findDesktop(env: Environment, roots: readonly string[] = workspaces()): Desktop | null {
  const named = env['BUREAU_DESKTOP'];
  if (named) return existsSync(named) ? { command: named, args: [] } : null;
  for (const root of roots) {
    const app = join(root, 'apps', 'desktop');
    const electron = electronBinary(join(root, 'node_modules', 'electron'), env);
    // Chromium refuses its sandbox to root; the shell shows only Bureau's own page.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    if (electron && existsSync(join(app, 'dist', 'main.cjs'))) return { command: electron, args: [...asRoot, app] };
  }
  return null;
}

/** As Electron's own launcher finds it, but without fetching anything. */
function electronBinary(folder: string, env: Environment): string | null {
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** The workspace that this file is in, as source or as built program. */
function workspaces(): readonly string[] {
  return ['../../../../', '../../../'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
}
