import { type Bench, type Row, round } from '../row.ts';
import { type BenchHost, coresUsed, memoryOf, onHost, ownProcesses } from './bureau-host.ts';
import { socketSpeed } from './socket-speed.ts';

const tasks = 20;
const perSecond = 50;

export const bench: Bench = {
  name: 'host: at rest, at work, through the socket',
  run: async () => [...(await onHost(0, atRest)), ...(await onHost(perSecond, atWork)), ...(await socketSpeed())],
};

/** The host with 20 tasks that have finished; nobody looks. */
async function atRest({ pid, line, start }: BenchHost): Promise<Row[]> {
  const started = await start(tasks);
  await Promise.all(
    started.map(async (task) => {
      const store = line.task(task);
      await new Promise<void>((resolve) => {
        const stop = store.subscribe(() => {
          const { summary, rows } = store.getSnapshot();
          if (summary?.state !== 'idle' || !rows.some(({ kind }) => kind === 'turn-ended' || kind === 'past-turn'))
            return;
          stop();
          resolve();
        });
      });
      await line.command(task, { type: 'finish' });
    }),
  );
  line.close();
  // Let what the end left to do be done.
  await coresUsed([pid], 8_000);
  const cores = await coresUsed([pid], 30_000);
  const memory = memoryOf(pid);
  return [
    {
      what: `at rest, ${tasks} finished tasks: CPU`,
      value: round(cores * 100),
      unit: '% of a core',
      limit: '< 0.2 %',
      met: cores < 0.002,
    },
    {
      what: `at rest, ${tasks} finished tasks: memory`,
      value: round(memory, 0),
      unit: 'MiB',
      limit: '< 120 MB',
      met: memory * 1.048_576 < 120,
    },
  ];
}

/** 20 tasks that stream, all of them followed by a window. */
async function atWork({ pid, line, start }: BenchHost): Promise<Row[]> {
  let events = 0;
  const started = await start(tasks);
  await Promise.all(
    started.map(
      (task) =>
        new Promise<void>((resolve) => {
          const store = line.task(task);
          let last = 0;
          store.subscribe(() => {
            const { seq, rows } = store.getSnapshot();
            events += Math.max(0, seq - last);
            last = seq;
            if (rows.some(({ kind }) => kind === 'text')) resolve();
          });
        }),
    ),
  );
  events = 0;
  const own = ownProcesses(pid);
  const begun = performance.now();
  const cores = await coresUsed(own, 15_000);
  const seconds = (performance.now() - begun) / 1000;
  return [
    {
      what: `${tasks} tasks × ${perSecond} events a second: host and ${own.length - 1} supervisors`,
      value: round(cores),
      unit: 'cores',
      limit: '< 1.5',
      met: cores < 1.5,
    },
    {
      what: 'of these, told to the window (pieces come once a frame)',
      value: Math.round(events / seconds),
      unit: 'events/s',
    },
    { what: 'host’s memory meanwhile', value: round(memoryOf(pid), 0), unit: 'MiB' },
  ];
}
