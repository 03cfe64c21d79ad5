// Format, lint and types. `--fix` writes what can be mended.
import { join } from 'node:path';
import { install, root, runNode } from './workspace.js';

install();
const bin = (name, file) => join(root, 'node_modules', name, file);
const fix = process.argv.includes('--fix');
const steps = [
  ['Format and lint', [bin('@biomejs/biome', 'bin/biome'), 'check', ...(fix ? ['--write'] : []), '.']],
  ['Types', [bin('typescript', 'bin/tsc'), '-p', 'tsconfig.json']],
  ['Types of the window', [bin('typescript', 'bin/tsc'), '-p', 'tsconfig.window.json']],
];
let failed = 0;
for (const [name, args] of steps) {
  const code = await runNode(args);
  process.stderr.write(`${name}: ${code === 0 ? 'ok' : 'failed'}\n`);
  if (code !== 0) failed++;
}
process.exitCode = failed ? 1 : 0;
