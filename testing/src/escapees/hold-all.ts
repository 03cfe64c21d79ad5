// Holds each way of escaping named on stdin, stops it once its work is going, and prints what came of it, one
// JSON object a line. It is a program of its own so that it can run as another user.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startHeld } from '@bureau/containment';
import { until } from '../processes/until.ts';
import { escapes, workScript } from './ways.ts';

interface Play {
  readonly name: string;
  readonly dir: string;
  readonly cgroup: boolean;
  readonly graceMs: number;
}

const plays = JSON.parse(await text(process.stdin)) as Play[];
const jobs = 3;
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let next = plays.shift(); next; next = plays.shift()) await play(next);
  }),
);

async function play({ name, dir, cgroup, graceMs }: Play): Promise<void> {
  const way = escapes.find((one) => one.name === name);
  if (!way) throw new Error(`there is no way «${name}»`);
  const held = startHeld({
    command: 'sh',
    args: ['-c', way.script],
    cwd: dir,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', DIR: dir, WORK: workScript },
    task: name,
    recoverable: false,
    ...(cgroup ? {} : { cgroup: false }),
  });
  held.stdout?.resume();
  held.stderr?.resume();
  const started = await held.started;
  if (!started.ok) throw new Error(`${name}: ${started.error.message}`);
  const workers = join(dir, 'workers');
  const wanted = way.workers ?? 1;
  await until(
    () =>
      existsSync(workers) &&
      readFileSync(workers, 'utf8').split('\n').length > wanted &&
      existsSync(join(dir, 'beat')) &&
      statSync(join(dir, 'beat')).size > 0,
  );
  const receipt = await held.stop({ graceMs });
  const beats = statSync(join(dir, 'beat')).size;
  const closed = await Promise.race([held.closed, new Promise((resolve) => held.closed.then(resolve))]);
  process.stdout.write(`${JSON.stringify({ name, dir, receipt, beats, closed })}\n`);
}
