// A host for tests to kill: holds one command, keeps the process whose command begins with `keep`, prints the
// hold's record and the processes in it as one JSON line, and then only waits.
import { text } from 'node:stream/consumers';
import { type HoldSpec, startHeld } from '@bureau/containment';
import { until } from '../processes/until.ts';

const { spec, keep, processes } = JSON.parse(await text(process.stdin)) as {
  spec: HoldSpec;
  keep?: string;
  /** How many processes to wait for. */
  processes: number;
};
const held = startHeld(spec);
held.stdout?.resume();
held.stderr?.resume();
const started = await held.started;
if (!started.ok) throw new Error(started.error.message);
await until(async () => {
  const list = await held.list();
  return list.length >= processes && (keep === undefined || list.some((one) => one.command.startsWith(keep)));
});
const list = await held.list();
const wanted = keep === undefined ? undefined : list.find((one) => one.command.startsWith(keep));
const kept = wanted === undefined ? false : await held.keep(wanted.pid);
process.stdout.write(`${JSON.stringify({ record: started.record, pids: list.map((one) => one.pid), kept })}\n`);
await held.closed;
