import type { Environment, Machine, RealAgent } from './types.ts';

/** The names that a program of this name may have in a folder; on Windows npm's shims are `.cmd` files. */
export const fileNames = (agent: RealAgent, platform: NodeJS.Platform): readonly string[] =>
  platform === 'win32' ? [`${agent}.exe`, `${agent}.cmd`] : [agent];

/** The folders of a PATH, in order. */
export function pathFolders(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const key = platform === 'win32' ? Object.keys(env).find((name) => name.toUpperCase() === 'PATH') : 'PATH';
  const path = key === undefined ? '' : (env[key] ?? '');
  // An empty entry would mean the current folder: nobody's agent is meant by that.
  return path.split(platform === 'win32' ? ';' : ':').filter((folder) => folder.length > 0);
}

/**
 * Where agents are put by their installers and by the usual package managers, the makers' own places first. For a
 * start from a dock or a menu, whose PATH knows none of them. `versions` lists a folder of versions, newest first.
 */
export function usualPlaces(agent: RealAgent, machine: Machine): readonly string[] {
  const { env, home, platform, join, list } = machine;
  const of = (name: string, ...parts: string[]): string[] => (env[name] ? [join(env[name], ...parts)] : []);
  const versions = (folder: string, ...parts: string[]): string[] =>
    [...list(folder)].sort(newestFirst).map((version) => join(folder, version, ...parts));
  const own = agent === 'claude' ? [join(home, '.local', 'bin'), join(home, '.claude', 'local')] : [];
  if (platform === 'win32') {
    return [
      ...own,
      join(home, '.local', 'bin'),
      ...of('APPDATA', 'npm'),
      ...of('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
      ...of('LOCALAPPDATA', 'pnpm'),
      ...of('LOCALAPPDATA', 'Volta', 'bin'),
      join(home, '.bun', 'bin'),
      join(home, 'scoop', 'shims'),
      ...of('NVM_SYMLINK'),
      ...of('ProgramFiles', 'nodejs'),
    ];
  }
  return [
    ...own,
    join(home, '.local', 'bin'),
    ...of('npm_config_prefix', 'bin'),
    ...of('NPM_CONFIG_PREFIX', 'bin'),
    join(home, '.npm-global', 'bin'),
    join(home, '.npm-packages', 'bin'),
    ...of('PNPM_HOME'),
    join(home, platform === 'darwin' ? 'Library/pnpm' : '.local/share/pnpm'),
    join(home, '.bun', 'bin'),
    join(home, '.volta', 'bin'),
    join(home, '.yarn', 'bin'),
    ...versions(
      env['NVM_DIR'] ? join(env['NVM_DIR'], 'versions', 'node') : join(home, '.nvm', 'versions', 'node'),
      'bin',
    ),
    ...versions(join(home, '.local/share/fnm/node-versions'), 'installation', 'bin'),
    join(home, '.local', 'share', 'mise', 'shims'),
    join(home, '.asdf', 'shims'),
    join(home, 'n', 'bin'),
    ...(platform === 'darwin' ? ['/opt/homebrew/bin'] : ['/home/linuxbrew/.linuxbrew/bin']),
    '/usr/local/bin',
    '/usr/bin',
  ];
}

const newestFirst = (a: string, b: string): number => b.localeCompare(a, 'en', { numeric: true });
