// Builds dist/ of the command line (esbuild), the window (vite) and the desktop shell.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from './workspace.js';

install();
const ifStale = process.argv.includes('--if-stale');

const newest = (path) => {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const name of readdirSync(path)) {
    if (name === 'node_modules' || name === 'dist' || name === 'test') continue;
    latest = Math.max(latest, newest(join(path, name)));
  }
  return latest;
};

/** Each step: what it reads, the file that shows it was made, how it is made. */
const steps = [];
for (const file of readdirSync(join(root, 'scripts', 'build')).sort()) {
  if (file.endsWith('.js')) steps.push((await import(`./build/${file}`)).default);
}
for (const step of steps) {
  if (step.skip?.()) continue;
  const made = join(root, step.out, '.built');
  const stamp = existsSync(made) ? statSync(made).mtimeMs : 0;
  if (
    ifStale &&
    stamp > Math.max(...[...step.sources, 'package-lock.json', 'scripts/build'].map((path) => newest(join(root, path))))
  )
    continue;
  rmSync(join(root, step.out), { recursive: true, force: true });
  mkdirSync(join(root, step.out), { recursive: true });
  await step.make(root);
  writeFileSync(made, '');
  process.stderr.write(`built ${step.out}\n`);
}
