import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, median, type Row, round } from '../row.ts';
import { makeCorpus } from './corpus.ts';
import { watched } from './watching.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const plain = join(dirname(fileURLToPath(import.meta.url)), 'plain.ts');
const bureau = join(root, 'packages', 'cli', 'bin', 'bureau.js');

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
}

/** A whole process, as the shell times it: wall time, and CPU of it and its children. */
function timed(command: readonly string[], env: Record<string, string>): Timed {
  const result = spawnSync('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null', 'bash', ...command], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const [wall, user, system] = result.stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  if (result.status !== 0 || wall === undefined || Number.isNaN(wall))
    throw new Error(`${command.join(' ')} failed: ${result.stderr}`);
  return { ms: wall * 1000, cpuMs: ((user ?? 0) + (system ?? 0)) * 1000 };
}

function parseAll(folder: string): number {
  const start = performance.now();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) if (line) JSON.parse(line);
  }
  return performance.now() - start;
}

export const bench: Bench = {
  name: 'collector: 1 GB of logs in 3,000 sessions, warm',
  run: async (): Promise<Row[]> => {
    const folder = mkdtempSync(join(tmpdir(), 'bureau-bench-collector-'));
    try {
      const { claudeDir } = makeCorpus({ folder, sessions: 3000, bytes: 1e9, seed: 7, codex: 0, now: Date.now() });
      const parse = parseAll(claudeDir);
      const ccusage = join(dirname(createRequire(import.meta.url).resolve('ccusage/package.json')), 'src', 'cli.js');
      const ours: Timed[] = [];
      const theirs: Timed[] = [];
      const floor: Timed[] = [];
      for (let i = 0; i < 5; i++) {
        floor.push(timed([process.execPath, plain, claudeDir], {}));
        ours.push(timed([process.execPath, bureau, 'office', '--json', '--claude-dir', claudeDir], {}));
        theirs.push(
          timed([process.execPath, ccusage, 'daily', '--json', '--offline'], {
            CLAUDE_CONFIG_DIR: claudeDir,
            HOME: folder,
          }),
        );
      }
      const own = median(ours.map(({ ms }) => ms));
      const peer = median(theirs.map(({ ms }) => ms));
      const cpu = median(ours.map(({ cpuMs }) => cpuMs)) / median(theirs.map(({ cpuMs }) => cpuMs));
      const ends = median(floor.map(({ ms }) => ms));
      const watching = await watched(
        [process.execPath, bureau, 'office', '--json', '--claude-dir', claudeDir],
        claudeDir,
      );
      return [
        { what: '`bureau office --json`, whole process', value: round(own, 0), unit: 'ms' },
        { what: 'beside ccusage 20.0.24', value: round(own / peer), unit: '×', limit: '≤ 0.5', met: own / peer <= 0.5 },
        { what: 'CPU beside ccusage', value: round(cpu), unit: '×', limit: '≤ 0.4', met: cpu <= 0.4 },
        {
          what: 'beside a plain read of both ends',
          value: round(own / ends),
          unit: '×',
          limit: '≤ 3',
          met: own / ends <= 3,
        },
        { what: 'plain read of both ends, whole process', value: round(ends, 0), unit: 'ms' },
        { what: 'ccusage, whole process', value: round(peer, 0), unit: 'ms' },
        {
          what: 'first desks of the last hour',
          value: round(watching.firstMs, 0),
          unit: 'ms',
          limit: '≤ 1000',
          met: watching.firstMs <= 1000,
        },
        {
          what: 'a new session at its desk',
          value: round(watching.newMs, 0),
          unit: 'ms',
          limit: '≤ 1000',
          met: watching.newMs <= 1000,
        },
        {
          what: 'watching at rest, of one core',
          value: round(watching.rest * 100),
          unit: '%',
          limit: '< 1',
          met: watching.rest < 0.01,
        },
        {
          what: 'memory at most',
          value: round(watching.peakMb, 0),
          unit: 'MB',
          limit: '< 200',
          met: watching.peakMb < 200,
        },
        { what: 'JSON.parse of every line', value: round(parse, 0), unit: 'ms' },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
