// npm test: set-up, checks, build, all tests; prints `N passed, N failed` last.
// `npm test -- packages/lines` runs the tests below one path only.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** What each test file gave, by its path. */
const results = new Map();
let runs = 0;

/** Runs test files; a file's results take the place of its earlier ones. */
const run = async (paths, jobs) => {
  if (paths.length === 0) return;
  const out = join(tmpdir(), `bureau-tests-${process.pid}-${++runs}.jsonl`);
  for (const path of paths) results.set(join(root, path), []);
  await runNode(
    [
      '--test',
      '--test-force-exit',
      // Not a measure of anything: a test that hangs must not hold up the rest for ever.
      '--test-timeout=900000',
      `--test-concurrency=${jobs}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'scripts', 'test-tally.js')}`,
      `--test-reporter-destination=${out}`,
      ...paths,
    ],
    { env: { NODE_OPTIONS: '--disable-warning=ExperimentalWarning', NO_COLOR: '1' } },
  );
  const lines = existsSync(out) ? readFileSync(out, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(out, { force: true });
  for (const test of lines.map((line) => JSON.parse(line))) {
    const of = results.get(test.file) ?? results.get(join(root, paths[0]));
    of.push(test);
  }
  // A file without any result did not even load.
  for (const path of paths) {
    const of = results.get(join(root, path));
    if (of.length === 0) of.push({ outcome: 'failed', name: path });
  }
};
const failedFiles = () =>
  [...results]
    .filter(([, tests]) => tests.some(({ outcome }) => outcome === 'failed'))
    .map(([path]) => relative(root, path));

const checked = only.length > 0 || (await runNode(['scripts/check.js'])) === 0;
await build();
await run(together, 2);
await run(alone, 1);
// CI machines are shared and noisy: what failed beside others is run once more, alone, and is named either way.
const again = process.env.CI ? failedFiles() : [];
for (const path of again) console.log(`failed beside others, run once more alone: ${path}`);
await run(again, 1);

const tests = [...results.values()].flat();
const count = (outcome) => tests.filter((test) => test.outcome === outcome).length;
for (const { outcome, name, reason } of tests) {
  if (outcome === 'skipped') console.log(`skipped: ${name}: ${reason || 'no reason given'}`);
  if (outcome === 'failed') console.log(`failed: ${name}`);
}
const passed = count('passed') + (only.length === 0 && checked ? 1 : 0);
const failed = count('failed') + (checked ? 0 : 1);
const skipped = count('skipped');
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
