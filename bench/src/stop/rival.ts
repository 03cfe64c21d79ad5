// Plays one way of escaping against one means of stopping, in a process of its own that the bench holds.
// Usage: rival.ts MEANS WAY FOLDER; prints `escaped` or `gone`.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@bureau/containment';
import { escapes, staysAsItIs, until } from '@bureau/testing';
import { execa } from 'execa';
import fkill from 'fkill';
import treeKill from 'tree-kill';
import { environment } from './measure.ts';

const [means = '', name = '', dir = ''] = process.argv.slice(2);
const way = escapes.find((one) => one.name === name)!;
const env = environment(dir);

const plain = (before = ''): ChildProcess =>
  spawn('sh', ['-c', `${before}${way.script}; sleep 300`], {
    env,
    stdio: 'ignore',
    cwd: dir,
    detached: means === 'process group',
  });
const ready = (): Promise<void> => {
  const wanted = way.workers ?? 1;
  return until(
    () =>
      existsSync(join(dir, 'workers')) &&
      readFileSync(join(dir, 'workers'), 'utf8').split('\n').length > wanted &&
      existsSync(join(dir, 'beat')),
  );
};

const played: Record<string, () => Promise<void>> = {
  async 'process group'() {
    const child = plain();
    await ready();
    process.kill(-child.pid!, 'SIGTERM');
    await staysAsItIs(dir, 200);
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  },
  async 'tree-kill'() {
    const child = plain();
    await ready();
    await new Promise((resolve) => treeKill(child.pid!, 'SIGKILL', resolve));
  },
  async fkill() {
    const child = plain();
    await ready();
    await fkill(child.pid!, { force: true, tree: true, silent: true });
  },
  async execa() {
    const child = execa('sh', ['-c', `${way.script}; sleep 300`], { env, cwd: dir, stdio: 'ignore', reject: false });
    await ready();
    child.kill('SIGTERM');
    await child;
  },
  async 'cgroup.kill'() {
    const mount = existsSync('/sys/fs/cgroup/unified/cgroup.procs') ? '/sys/fs/cgroup/unified' : '/sys/fs/cgroup';
    const folder = join(mount, `bureau-rival-${process.pid}`);
    mkdirSync(folder);
    plain(`echo $$ > ${folder}/cgroup.procs; `);
    await ready();
    writeFileSync(join(folder, 'cgroup.kill'), '1');
    await until(() => !/populated 1/.test(readFileSync(join(folder, 'cgroup.events'), 'utf8')));
    rmdirSync(folder);
  },
};

await played[means]!();
// The last signs of life of something that is just ending don't count.
await staysAsItIs(dir, 200);
const quiet = await staysAsItIs(join(dir, 'beat'), 250);
const gone = way.name === 'stopped' ? !firstLives() : quiet;
process.stdout.write(gone ? 'gone\n' : 'escaped\n');
process.exit();

/** What is halted gives no sign of life: whether it lives is asked of the system. */
function firstLives(): boolean {
  const [pid, start] = readFileSync(join(dir, 'workers'), 'utf8').trim().split(' ');
  return isAlive(Number(pid), start);
}
