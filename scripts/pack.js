// npm run pack [-- --out FOLDER] [NAME…]: makes publishable tarballs of the libraries and of `bureau` (in out/).
// The sources run as they are inside this repository; others get JavaScript and types.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build-step.js';
import { packCommand } from './pack/command.js';
import { libraries, packLibrary } from './pack/library.js';
import { install, root } from './workspace.js';

install();
const args = process.argv.slice(2);
const at = args.indexOf('--out');
const out = at < 0 ? join(root, 'out') : resolve(args.splice(at, 2)[1] ?? 'out');
const names = [...libraries, 'bureau'];
const unknown = args.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is nothing to pack named «${unknown.join('», «')}». There are: ${names.join(', ')}.\n`);
  process.exit(2);
}
const wanted = args.length > 0 ? args : names;
mkdirSync(out, { recursive: true });
const stages = mkdtempSync(join(out, '.stage-'));
try {
  for (const name of libraries) if (wanted.includes(name)) await packLibrary(name, join(stages, name), out);
  if (wanted.includes('bureau')) {
    await build();
    packCommand(join(stages, 'bureau'), out);
  }
} finally {
  rmSync(stages, { recursive: true, force: true });
}
