// npm run pack: makes publishable tarballs of the libraries and of `bureau` in out/.
// The sources run as they are inside this repository; others get JavaScript and types.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build-step.js';
import { install, pinnedNode, root } from './workspace.js';

/** In the order they depend on each other. */
const libraries = ['contracts', 'lines', 'containment', 'plain-words', 'agents'];

install();
const out = join(root, 'out');
const only = process.argv.slice(2);
rmSync(join(out, 'stage'), { recursive: true, force: true });
mkdirSync(out, { recursive: true });

for (const name of libraries) if (wanted(name)) packLibrary(name);
if (wanted('bureau')) {
  await build();
  packCli();
}

function wanted(name) {
  return only.length === 0 || only.includes(name);
}

function packLibrary(name) {
  const source = join(root, 'packages', name);
  const stage = join(out, 'stage', name);
  const config = join(out, 'stage', `tsconfig.${name}.json`);
  mkdirSync(stage, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        allowImportingTsExtensions: false,
        rewriteRelativeImportExtensions: true,
        rootDir: join(source, 'src'),
        outDir: join(stage, 'dist'),
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      include: [join(source, 'src')],
    }),
  );
  must(pinnedNode(), [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], root);
  nameJsInTypes(join(stage, 'dist'));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const { private: _private, devDependencies: _dev, ...kept } = manifest;
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([door, path]) => {
      const base = path.replace('./src/', './dist/').replace(/\.ts$/, '');
      return [door, { types: `${base}.d.ts`, default: `${base}.js` }];
    }),
  );
  finish(stage, { ...kept, exports, files: ['dist', 'README.md', 'LICENSE'], engines: { node: '>=22' } }, source);
}

/** The compiler rewrites `./x.ts` in JavaScript only; type files keep it, which older readers refuse. */
function nameJsInTypes(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'),
    );
  }
}

function packCli() {
  const source = join(root, 'packages', 'cli');
  const stage = join(out, 'stage', 'bureau');
  mkdirSync(stage, { recursive: true });
  for (const folder of ['bin', 'dist']) cpSync(join(source, folder), join(stage, folder), { recursive: true });
  const window = join(root, 'packages', 'ui', 'dist');
  if (existsSync(window)) cpSync(window, join(stage, 'dist', 'window'), { recursive: true });
  const { devDependencies: _dev, ...kept } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  finish(stage, kept, source);
}

function finish(stage, manifest, source) {
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const readme = [join(source, 'README.md'), join(root, 'README.md')].find(existsSync);
  cpSync(readme, join(stage, 'README.md'));
  must('npm', ['pack', '--silent', '--pack-destination', out], stage);
  console.log(`packed ${manifest.name} ${manifest.version}`);
}

function must(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status === 0) return;
  process.stderr.write(`${command} ${args.join(' ')} failed:\n${result.stdout ?? ''}${result.stderr ?? ''}\n`);
  process.exit(1);
}
