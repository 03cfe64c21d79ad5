// npm run bench [NAME…]: every figure that the README or an issue names, as one table, and bench/RESULTS.md when all were run.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench, Row } from './row.ts';

const here = dirname(fileURLToPath(import.meta.url));
const all = readdirSync(here)
  .filter((name) => existsSync(join(here, name, 'index.ts')))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench «${unknown.join('», «')}». There are: ${all.join(', ')}.\n`);
  process.exit(2);
}

const line = (row: Row) =>
  `| ${row.what} | ${row.value} ${row.unit} | ${row.limit ?? ''} | ${row.met === undefined ? '' : row.met ? 'yes' : 'no'} |`;
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
const parts: string[] = [
  '# Measured',
  '',
  `Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.`,
  'Figures of a shared machine: trust ratios more than numbers.',
  '',
];
let missed = 0;
for (const name of wanted.length > 0 ? wanted : all) {
  const { bench } = (await import(join(here, name, 'index.ts'))) as { bench: Bench };
  process.stderr.write(`measuring ${bench.name} …\n`);
  const rows = await bench.run();
  missed += rows.filter((row) => row.met === false).length;
  const table = [
    `## ${bench.name}`,
    '',
    '| what | measured | limit | met |',
    '|---|---|---|---|',
    ...rows.map(line),
    '',
  ];
  console.log(table.join('\n'));
  parts.push(...table);
}
if (wanted.length === 0) writeFileSync(join(dirname(here), 'RESULTS.md'), parts.join('\n'));
process.exitCode = missed > 0 ? 1 : 0;
