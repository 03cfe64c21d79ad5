// npm test: set-up, checks, build, all tests; prints `N passed, N failed` last.
// `npm test -- packages/lines` runs the tests below one path only.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build-step.js';
import { install, root, runNode } from './workspace.js';

install();
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));

const find = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return find(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
const wanted = (path) => only.length === 0 || only.some((part) => path.startsWith(relative(root, join(root, part))));
const files = ['packages', 'apps', 'testing', 'bench', 'docs', 'scripts'].flatMap(find).filter(wanted).sort();
// Tests that compare times, or use a whole machine, run one after the other.
const alone = files.filter((path) => path.endsWith('.alone.test.ts'));
const together = files.filter((path) => !path.endsWith('.alone.test.ts'));

const total = { passed: 0, failed: 0, skipped: 0, reasons: [] };
const tally = (path) => {
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const test = JSON.parse(line);
    if (test.outcome === 'skipped') total.reasons.push(`${test.name}: ${test.reason || 'no reason given'}`);
    total[test.outcome]++;
  }
};

const run = async (paths, jobs) => {
  if (paths.length === 0) return;
  const out = join(tmpdir(), `bureau-tests-${process.pid}-${jobs}.jsonl`);
  const code = await runNode(
    [
      '--test',
      '--test-force-exit',
      `--test-concurrency=${jobs}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'scripts', 'test-tally.js')}`,
      `--test-reporter-destination=${out}`,
      ...paths,
    ],
    { env: { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', NO_COLOR: '1' } },
  );
  const before = total.failed;
  try {
    statSync(out);
    tally(out);
    rmSync(out);
  } catch {
    total.failed++;
  }
  if (code !== 0 && total.failed === before) total.failed++;
};

if (only.length === 0) {
  const code = await runNode(['scripts/check.js']);
  if (code === 0) total.passed++;
  else total.failed++;
}
await build();
await run(together, 2);
await run(alone, 1);
for (const reason of total.reasons) console.log(`skipped: ${reason}`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed || total.passed === 0 ? 1 : 0;
