import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Bureau keeps its data when neither `--data-dir` nor `BUREAU_DATA_DIR` says so: the system's usual place. */
export function dataDirOf(given: string | undefined, env: Environment, platform = process.platform): string {
  if (given) return resolve(given);
  const home = homeOf(env);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Bureau');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Bureau');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'bureau');
}

/** The person's home folder. */
export const homeOf = (env: Environment): string => env['HOME'] || env['USERPROFILE'] || homedir();
