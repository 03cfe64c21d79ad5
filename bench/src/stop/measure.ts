import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapes, until, workScript } from '@bureau/testing';
import { median } from '../row.ts';

export type Library = typeof import('@bureau/containment');

/** A tree of so many processes, as the escapee of that name starts it; `ready` once it stands. */
export function tree(size: number): { script: string; dir: string; ready(): Promise<void>; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'bureau-bench-'));
  const script = escapes.find((one) => one.name === 'tree of 10')!.script.replace(/ 10$/, ` ${size}`);
  return {
    dir,
    script: `${script}; sleep 300`,
    ready: () => until(() => existsSync(join(dir, 'beat'))),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function environment(dir: string): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', DIR: dir, WORK: workScript };
}

/** The floor: `cgroup.kill` written and waited for, nothing else. Null where no folder can be made. */
export async function bareKill(size: number): Promise<number | null> {
  const mount = ['/sys/fs/cgroup/unified', '/sys/fs/cgroup'].find((one) => existsSync(join(one, 'cgroup.procs')));
  if (mount === undefined) return null;
  const folder = join(mount, `bureau-bench-${process.pid}`);
  try {
    mkdirSync(folder);
  } catch {
    return null;
  }
  const work = tree(size);
  const child = spawn('sh', ['-c', `echo $$ > ${folder}/cgroup.procs; ${work.script}`], {
    env: environment(work.dir),
    stdio: 'ignore',
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  await work.ready();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const began = performance.now();
  writeFileSync(join(folder, 'cgroup.kill'), '1');
  while (/populated 1/.test(readFileSync(join(folder, 'cgroup.events'), 'utf8'))) Atomics.wait(pause, 0, 0, 0.2);
  const took = performance.now() - began;
  await exit;
  rmdirSync(folder);
  work.remove();
  return took;
}

/** From the library's stop call to the proved receipt. */
export async function heldStop(library: Library, size: number, cgroup: boolean): Promise<number> {
  const work = tree(size);
  const held = library.startHeld({
    command: 'sh',
    args: ['-c', work.script],
    cwd: '/',
    env: environment(work.dir),
    task: 'bench',
    recoverable: false,
    cgroup,
  });
  await work.ready();
  const began = performance.now();
  const receipt = await held.stop();
  const took = performance.now() - began;
  if (!receipt.gone) throw new Error(`not proved: ${JSON.stringify(receipt)}`);
  work.remove();
  return took;
}

/** From the signal to `bureau guard` to its exit. */
export async function guardStop(bin: string, size: number): Promise<number> {
  const work = tree(size);
  const child = spawn(process.execPath, [bin, 'guard', '--grace', '0', '--', 'sh', '-c', work.script], {
    env: environment(work.dir),
    stdio: 'ignore',
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  await work.ready();
  const began = performance.now();
  child.kill('SIGTERM');
  const code = await exit;
  if (code !== 143) throw new Error(`guard said ${code}`);
  work.remove();
  return performance.now() - began;
}

/** A chain that forks anew every 0.3 ms. */
export async function chainStop(library: Library, cgroup: boolean): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'bureau-bench-'));
  const script = escapes.find((one) => one.name.includes('0.3 ms'))!.script;
  const held = library.startHeld({
    command: 'sh',
    args: ['-c', script],
    cwd: '/',
    env: environment(dir),
    task: 'bench',
    recoverable: false,
    cgroup,
  });
  await until(() => existsSync(join(dir, 'beat')));
  const began = performance.now();
  const receipt = await held.stop();
  if (!receipt.gone) throw new Error(`not proved: ${JSON.stringify(receipt)}`);
  const took = performance.now() - began;
  rmSync(dir, { recursive: true, force: true });
  return took;
}

/** From the call to the first byte of output: plain, and inside a hold. */
export async function startCost(library: Library): Promise<number> {
  const firstByte = async (stream: NodeJS.ReadableStream | null): Promise<void> => {
    await new Promise((resolve) => stream?.once('data', resolve));
  };
  const plain: number[] = [];
  const held: number[] = [];
  for (let round = 0; round < 15; round++) {
    let began = performance.now();
    const child = spawn('echo', ['x'], { stdio: ['ignore', 'pipe', 'ignore'] });
    await firstByte(child.stdout);
    plain.push(performance.now() - began);
    began = performance.now();
    const hold = library.startHeld({
      command: 'echo',
      args: ['x'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      task: 'bench',
      recoverable: false,
    });
    await firstByte(hold.stdout);
    held.push(performance.now() - began);
    await hold.stop();
  }
  return median(held) - median(plain);
}

/** Fifty holds at once: memory of one supervisor (PSS, MB) and its idle share of a core (%). */
export async function fifty(library: Library): Promise<{ pssMb: number; idlePercent: number; startedMs: number }> {
  const began = performance.now();
  const all = Array.from({ length: 50 }, () =>
    library.startHeld({
      command: 'sleep',
      args: ['300'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      task: 'bench',
      recoverable: false,
    }),
  );
  const started = await Promise.all(all.map((one) => one.started));
  const startedMs = performance.now() - began;
  const pids = started.map((one) => {
    if (!one.ok) throw new Error(one.error.message);
    return one.record.supervisor.pid;
  });
  const memory = pids.map((pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
  });
  const ticks = (): number =>
    pids.reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return sum + Number(fields[11]) + Number(fields[12]);
    }, 0);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const before = ticks();
  const seconds = 10;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const idlePercent = (ticks() - before) / seconds / pids.length;
  const receipts = await Promise.all(all.map((one) => one.stop()));
  if (!receipts.every((one) => one.gone)) throw new Error('a hold of the fifty was not proved empty');
  return { pssMb: median(memory), idlePercent, startedMs };
}
