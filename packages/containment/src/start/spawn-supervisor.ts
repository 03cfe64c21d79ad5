import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HoldSpec } from '../types.ts';

/** A supervisor needs little memory; a small heap and no second compiler keep it at that. */
const engineOptions = ['--max-semi-space-size=1', '--max-old-space-size=64', '--v8-pool-size=1', '--no-warnings'];

/** Starts the supervisor's own process. Its standard streams are those the agent will get. */
export function spawnSupervisor(how: Pick<HoldSpec, 'stdin' | 'output' | 'cgroup'>): ChildProcess {
  const output = how.output ?? 'pipe';
  return spawn(
    process.execPath,
    [...engineOptions, supervisorFile(), ...(how.cgroup === false ? ['--without-cgroup'] : [])],
    {
      // Neither the user's folder nor the user's NODE_OPTIONS are its business.
      cwd: '/',
      env: supervisorEnvironment(process.env),
      stdio: [how.stdin ?? 'ignore', output, output, 'pipe'],
      detached: true,
      windowsHide: true,
    },
  );
}

/** Beside the built program (CommonJS: it starts a few milliseconds sooner), or in the source tree. */
function supervisorFile(): string {
  const built = fileURLToPath(new URL('./supervisor.cjs', import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL('../supervisor/main.ts', import.meta.url));
}

function supervisorEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SystemRoot', 'TEMP'];
  const own = Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  // Under Electron this makes its binary behave as Node.
  return { ...own, ELECTRON_RUN_AS_NODE: '1' };
}
