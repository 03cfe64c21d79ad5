import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.js';

/** Puts what every package has into a staged folder, and makes the tarball in `out`. */
export function finish(stage, manifest, source, out) {
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync([join(source, 'README.md'), join(root, 'README.md')].find(existsSync), join(stage, 'README.md'));
  must('npm', ['pack', '--silent', '--pack-destination', out], stage);
  console.log(`packed ${manifest.name} ${manifest.version}`);
}

/** Runs a program that packing can't do without; its words are shown when it fails. */
export function must(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status === 0) return;
  process.stderr.write(`${command} ${args.join(' ')} failed:\n${result.stdout ?? ''}${result.stderr ?? ''}\n`);
  process.exit(1);
}
