import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts this process, and whatever it starts, under a limit of processes before a test starts anything that could
 * run away. Says on stderr when this machine offers no such limit.
 */
export function limitPids(most: number): void {
  if (process.platform !== 'linux') return;
  if (!limitByFolder('/sys/fs/cgroup/pids', most) && !limitByUser(most)) {
    process.stderr.write('no limit of processes could be set here; each escapee still has a limit of its own life\n');
  }
}

function limitByFolder(controller: string, most: number): boolean {
  if (!existsSync(join(controller, 'cgroup.procs'))) return false;
  const path = /^\d+:pids:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const parent = join(controller, path);
  const folder = join(parent, `bureau-test-${process.pid}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'pids.max'), String(most));
    writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  } catch {
    return false;
  }
  process.on('exit', () => {
    writeFileSync(join(parent, 'cgroup.procs'), String(process.pid));
    try {
      rmdirSync(folder);
    } catch {
      // Something of the test still lives in it: the test that left it has failed already.
    }
  });
  return true;
}

function limitByUser(most: number): boolean {
  if (process.getuid?.() === 0) return false;
  try {
    execFileSync('prlimit', ['--pid', String(process.pid), `--nproc=${most + 2000}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
