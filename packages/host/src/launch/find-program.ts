import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Browsers that can show one page as a window of its own, the likeliest first. */
const onPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'vivaldi',
];
const onMac = ['Google Chrome', 'Microsoft Edge', 'Chromium', 'Brave Browser', 'Vivaldi'];
const onWindows = ['Microsoft\\Edge\\Application\\msedge.exe', 'Google\\Chrome\\Application\\chrome.exe'];

/** The browser for an app window; `BUREAU_BROWSER` names one. Null where there is none, or no screen. */
export function findBrowser(env: Environment, platform: NodeJS.Platform = process.platform): string | null {
  const named = env['BUREAU_BROWSER'];
  if (named) return runnable(named) ? named : search([named], env);
  if (platform === 'darwin')
    return onMac.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`).find(runnable) ?? null;
  if (platform === 'win32') {
    const roots = [env['ProgramFiles(x86)'], env['ProgramFiles'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    return roots.flatMap((root) => onWindows.map((path) => join(root, path))).find(existsSync) ?? null;
  }
  return hasScreen(env) ? search(onPath, env) : null;
}

export const hasScreen = (env: Environment): boolean => Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);

function search(names: readonly string[], env: Environment): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runnable) ?? null;
}

function runnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
