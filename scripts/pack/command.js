import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.js';
import { finish } from './finish.js';

/** `bureau` itself: its built files, with the window beside them. */
export function packCommand(stage, out) {
  const source = join(root, 'packages', 'cli');
  mkdirSync(stage, { recursive: true });
  for (const folder of ['bin', 'dist']) cpSync(join(source, folder), join(stage, folder), { recursive: true });
  const window = join(root, 'packages', 'ui', 'dist');
  if (existsSync(window)) cpSync(window, join(stage, 'dist', 'window'), { recursive: true });
  const { devDependencies: _dev, ...kept } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  finish(stage, kept, source, out);
}
