// Runs on any Node from 18 on: sets up node_modules and finds the pinned Node 24 in it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const stamp = join(root, 'node_modules', '.bureau-lock');

/** The Node that the workspace pins (the `node` package), or this one where it could not be installed. */
export function pinnedNode() {
  const path = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  return existsSync(path) ? path : process.execPath;
}

/** Installs exactly what package-lock.json says, when that has not been done for this lock file yet. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const done = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (done === lock) return;
  process.stderr.write('Bureau: installing what it needs (npm ci), once …\n');
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', ['ci', '--no-progress', '--loglevel=error'], {
    cwd: root,
    // npm's own words go to stderr: stdout belongs to the command that was asked for.
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  if (result.status !== 0) {
    process.stderr.write(
      '\nBureau: npm ci failed, so nothing was started. Its message stands above; often it is the network.\n',
    );
    process.exit(1);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  rmSync(stamp, { force: true });
  writeFileSync(stamp, lock);
}

/** Runs one program with the pinned Node first on the PATH; resolves with its exit code. */
export function runNode(args, options = {}) {
  const node = pinnedNode();
  const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH ?? ''].join(windows ? ';' : ':');
  return new Promise((resolve) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, PATH: path, ...options.env },
    });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.on('error', (error) => {
      process.stderr.write(`Bureau: could not start Node (${error.message}).\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}
