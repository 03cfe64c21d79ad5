// Runs alone in a pid namespace (it gives numbers out again): ends processes of a hold, gives their very numbers to
// innocents outside of it, then asks for everything that could hit one. Prints what became of them as one JSON line.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { isAlive, processStart, recoverHold, startHeld } from '@bureau/containment';
import { until } from '../processes/until.ts';

interface Innocent {
  readonly what: string;
  readonly pid: number;
  readonly start: string;
}
const innocents: Innocent[] = [];
const children: ChildProcess[] = [];

/** The next process of this namespace gets the number after the one written here. */
async function innocentWith(pid: number, what: string): Promise<void> {
  let tries = 0;
  await until(() => {
    // Not even a zombie may have it.
    if (existsSync(`/proc/${pid}`)) return false;
    if (++tries > 50) throw new Error(`the number ${pid} was not to be had`);
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1));
    const child = spawn('sleep', ['30'], { stdio: 'ignore', detached: true });
    if (child.pid !== pid) {
      child.kill('SIGKILL');
      return false;
    }
    children.push(child);
    innocents.push({ what, pid, start: processStart(pid)! });
    return true;
  });
}
const hold = (script: string, cgroup: boolean, recoverable: boolean) =>
  startHeld({
    command: 'sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    task: 'reuse',
    cgroup,
    recoverable,
  });

const facts: Record<string, unknown> = {};
for (const cgroup of [true, false]) {
  const held = hold('sleep 31 & sleep 32 & sleep 33 & wait', cgroup, false);
  await held.started;
  await until(async () => (await held.list()).length === 4);
  const list = await held.list();
  const [shown, kept] = ['sleep 31', 'sleep 32'].map((name) => list.find((one) => one.command === name)!.pid) as [
    number,
    number,
  ];
  const keeps = await held.keep(kept);
  process.kill(shown, 'SIGKILL');
  process.kill(kept, 'SIGKILL');
  await innocentWith(shown, 'the number of a listed process');
  await innocentWith(kept, 'the number of a kept process');
  const one = await held.stopOne(shown);
  const again = await held.keep(shown);
  const all = await held.stop();
  facts[`live, cgroup ${cgroup}`] = [keeps, one.endedCount, again, all.gone, all.kept, all.left];

  const lost = hold('sleep 34 & wait', cgroup, true);
  const started = await lost.started;
  if (!started.ok) throw new Error(started.error.message);
  await until(async () => (await lost.list()).length === 2);
  const numbers = (await lost.list()).map((process) => process.pid);
  const { supervisor } = started.record;
  process.kill(supervisor.pid, 'SIGKILL');
  await lost.closed;
  for (const pid of [supervisor.pid, ...numbers]) await innocentWith(pid, 'a number of a lost hold');
  const stopped = await lost.stop();
  const found = await recoverHold(started.record);
  facts[`lost, cgroup ${cgroup}`] = [stopped.left, found.state, found.receipt.endedCount, found.receipt.left];
}
const hit = innocents.filter(({ pid, start }) => !isAlive(pid, start));
process.stdout.write(`${JSON.stringify({ innocents: innocents.length, hit, facts })}\n`);
for (const child of children) child.kill('SIGKILL');
process.exit(0);
