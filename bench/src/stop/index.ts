import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitPids } from '@bureau/testing';
import { type Bench, median, type Row, round } from '../row.ts';
import { builtLibrary } from './built.ts';
import { bareKill, chainStop, fifty, guardStop, heldStop, type Library, startCost } from './measure.ts';
import { playRivals } from './rivals.ts';

const bin = join(
  dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))),
  'packages',
  'cli',
  'bin',
  'bureau.js',
);
const rounds = 7;

export const bench: Bench = {
  name: 'stop',
  async run() {
    if (process.platform !== 'linux') return [];
    limitPids(4000);
    const { library, remove } = await builtLibrary();
    try {
      return [...(await speed(library)), ...(await costs(library)), ...(await escapesOf(library))];
    } finally {
      remove();
    }
  },
};

/** Each round plays all means in turn, so that a busy moment of the machine meets them all. */
async function speed(library: Library): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of [10, 100, 1000]) {
    const taken = { floor: [] as number[], both: [] as number[], alone: [] as number[], guard: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const floor = await bareKill(size);
      if (floor !== null) taken.floor.push(floor);
      taken.both.push(await heldStop(library, size, true));
      taken.alone.push(await heldStop(library, size, false));
      taken.guard.push(await guardStop(bin, size));
    }
    const [floor, both, alone, guard] = [taken.floor, taken.both, taken.alone, taken.guard].map(median) as [
      number,
      number,
      number,
      number,
    ];
    const times = (value: number, most: number): Partial<Row> =>
      size < 100
        ? {}
        : { limit: `at most ${most} times the floor (it is ${round(value / floor, 1)})`, met: value <= most * floor };
    rows.push({ what: `${size} processes, bare cgroup.kill (the floor)`, value: round(floor, 1), unit: 'ms' });
    rows.push({
      what: `${size} processes, hold with a cgroup`,
      value: round(both, 1),
      unit: 'ms',
      ...times(both, size === 100 ? 3 : 2),
    });
    rows.push({ what: `${size} processes, sub-reaper alone`, value: round(alone, 1), unit: 'ms', ...times(alone, 6) });
    rows.push({
      what: `${size} processes, bureau guard with its own exit`,
      value: round(guard, 1),
      unit: 'ms',
      ...(size === 100
        ? { limit: 'at most 40 ms after the floor', met: guard <= floor + 40 }
        : size === 1000
          ? times(guard, 4)
          : {}),
    });
  }
  for (const cgroup of [true, false]) {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round++) taken.push(await chainStop(library, cgroup));
    const worst = Math.max(...taken);
    rows.push({
      what: `chain that re-forks every 0.3 ms, ${cgroup ? 'hold with a cgroup' : 'sub-reaper alone'} (slowest of ${rounds})`,
      value: round(worst, 1),
      unit: 'ms',
      limit: 'at most 150 ms',
      met: worst <= 150,
    });
  }
  return rows;
}

async function costs(library: Library): Promise<Row[]> {
  const start = await startCost(library);
  const { pssMb, idlePercent, startedMs } = await fifty(library);
  return [
    {
      what: 'a start, more than without a hold',
      value: round(start, 1),
      unit: 'ms',
      limit: 'at most 60 ms',
      met: start <= 60,
    },
    {
      what: 'memory of a hold (PSS, fifty at once)',
      value: round(pssMb, 1),
      unit: 'MB',
      limit: 'at most 80 MB',
      met: pssMb <= 80,
    },
    {
      what: 'idle CPU of a hold',
      value: round(idlePercent, 3),
      unit: '%',
      limit: 'below 0.1 %',
      met: idlePercent < 0.1,
    },
    { what: 'fifty holds at once, until all have started', value: round(startedMs, 0), unit: 'ms' },
  ];
}

async function escapesOf(library: Library): Promise<Row[]> {
  const { ways, escaped } = await playRivals(library);
  return [...escaped].map(([name, through]) => ({
    what: `ways of escaping that ${name} lets through, of ${ways}${through.length > 0 && through.length < 5 ? ` (${through.join('; ')})` : ''}`,
    value: through.length,
    unit: '',
    ...(name === 'bureau' ? { limit: 'none', met: through.length === 0 } : {}),
  }));
}
