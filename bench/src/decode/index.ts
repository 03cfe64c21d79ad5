import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bench, type Row, round } from '../row.ts';
import type { Reading, Way } from './read.ts';
import { type Shape, writeStream } from './stream.ts';

const reader = fileURLToPath(new URL('./read.ts', import.meta.url));
const bytes = 200e6;
/** The best of so many: what other work on the machine adds is not the program's. */
const rounds = 5;
const ways: readonly Way[] = ['scan', 'readline', 'driver'];
const names = { claude: 'Claude Code', codex: 'Codex' } as const;

export const bench: Bench = {
  name: 'decode: a stream of 200 MB, 60 % of it small pieces, to events',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bureau-bench-decode-'));
    try {
      return [...(await measure(folder, 'claude')), ...(await measure(folder, 'codex'))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, shape: Shape): Promise<Row[]> {
  const path = join(folder, `${shape}.jsonl`);
  const stream = writeStream(path, shape, bytes);
  const readings = new Map<Way, Reading[]>(ways.map((way) => [way, []]));
  // One after the other, so that a busy moment hits all of them.
  for (let i = 0; i < rounds; i++) for (const way of ways) readings.get(way)!.push(await read(way, shape, path));
  const best = (way: Way) => Math.min(...readings.get(way)!.map(({ seconds }) => seconds));
  const speed = (way: Way) => round(stream.bytes / 1e6 / best(way), 0);
  const ratio = best('scan') / best('driver');
  const memory = Math.max(...readings.get('driver')!.map(({ peakMb }) => peakMb));
  const name = names[shape];
  return [
    { what: `${name}: bare buffer scan with JSON.parse`, value: speed('scan'), unit: 'MB/s' },
    { what: `${name}: readline with JSON.parse`, value: speed('readline'), unit: 'MB/s' },
    { what: `${name}: the driver, to its events`, value: speed('driver'), unit: 'MB/s' },
    {
      what: `${name}: the driver against the bare scan`,
      value: round(ratio),
      unit: '×',
      limit: '≥ 0.7',
      met: ratio >= 0.7,
    },
    {
      what: `${name}: memory over its base, at most`,
      value: round(memory, 0),
      unit: 'MB',
      limit: '≤ 150',
      met: memory <= 150,
    },
  ];
}

async function read(way: Way, shape: Shape, path: string): Promise<Reading> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', reader, way, shape, path]);
  return JSON.parse(stdout) as Reading;
}
