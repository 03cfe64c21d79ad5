import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAction } from '@bureau/plain-words';
import { type Bench, median, type Row, round } from '../row.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const bureau = join(root, 'packages', 'cli', 'bin', 'bureau.js');

/** Readings a second, the start, and what hard input costs. */
export const bench: Bench = {
  name: 'words: readings of commands',
  async run() {
    const lines = commands();
    const wanted = 30_000;
    const many = Array.from({ length: wanted }, (_, i) => lines[i % lines.length]!);
    const { seconds } = await batch(many);
    const rate = Math.round(wanted / seconds);
    const start = startRatio();
    return [
      {
        what: `explain --batch, ${lines.length} different bash commands in turn, start and warming up included`,
        value: rate,
        unit: 'commands a second of processor time',
        limit: '≥ 10,000',
        met: rate >= 10_000,
      },
      { what: 'start of explain beside `node -e 0`', value: round(start), unit: '×', limit: '≤ 3', met: start <= 3 },
      ...hard(),
    ];
  },
};

/** The repository's own cases, as lines of a batch. */
function commands(): readonly string[] {
  const folder = join(root, 'packages', 'plain-words', 'cases');
  return readdirSync(folder)
    .filter((name) => name.startsWith('bash-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => {
      const { id, shell, command, cwd, folder: chosen, home } = JSON.parse(line) as Record<string, string>;
      return JSON.stringify({ id, shell, command, cwd, folder: chosen, home: home ?? '/home/ana' });
    });
}

/** Processor time, not the clock: the machine is shared. */
async function batch(lines: readonly string[]): Promise<{ seconds: number }> {
  const child = spawn(process.execPath, ['--import', timer, bureau, 'explain', '--batch'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`bureau explain --batch ended with ${code}: ${said}`);
  const used = /processor: ([\d.]+)/.exec(said)?.[1];
  if (used === undefined) throw new Error(`no processor time: ${said}`);
  return { seconds: Number(used) };
}

/** Makes a process say at its end how much processor time it used. */
const timer = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const u=process.cpuUsage();process.stderr.write('processor: '+(u.user+u.system)/1e6)})",
)}`;

function startRatio(): number {
  const measure = (args: readonly string[]): number =>
    median(
      Array.from({ length: 9 }, () => {
        const begun = performance.now();
        spawnSync(process.execPath, [...args], { stdio: 'ignore' });
        return performance.now() - begun;
      }),
    );
  const plain = measure(['-e', '0']);
  return measure([bureau, 'explain', '--', 'ls']) / plain;
}

function hard(): readonly Row[] {
  const inputs: readonly (readonly [string, string])[] = [
    ['20,000 nested brackets', '('.repeat(20_000) + ')'.repeat(20_000)],
    ['a heredoc of 120 KB', `cat > a.md <<'EOF'\n${'a line of text, $HOME\n'.repeat(5500)}EOF`],
    ['a line of 1 MB', `echo ${'a '.repeat(1 << 19)}`],
    ['2³⁰ words of braces', `echo ${'{a,b}'.repeat(30)}`],
  ];
  const context = { folder: '/home/ana/shop', home: '/home/ana', language: 'en' } as const;
  return inputs.map(([what, command]) => {
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      readAction({ kind: 'command', shell: 'bash', command, cwd: context.folder }, context);
      return performance.now() - begun;
    });
    const value = round(median(times), 1);
    return { what, value, unit: 'ms', limit: '≤ 200', met: value <= 200 };
  });
}
