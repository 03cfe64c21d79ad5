import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { pinnedNode, root } from '../workspace.js';
import { finish, must } from './finish.js';

/** In the order they depend on each other. */
export const libraries = ['contracts', 'lines', 'containment', 'plain-words', 'agents'];

/** The oldest Node that the packed libraries are for; docs/test/packed runs them on it. */
const oldestNode = '22';

/** Programs that a library starts: they are found beside its door, whatever the layout of the sources. */
const programs = {
  containment: { supervisor: { source: 'src/supervisor/main.ts', format: 'cjs', ending: '.cjs' } },
  agents: { practice: { source: 'src/practice/program/main.ts', format: 'esm', ending: '.js' } },
};

/** One file a door (shared parts beside them), types by the compiler, other packages left as they are. */
export async function packLibrary(name, stage, out) {
  const source = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const dist = join(stage, 'dist');
  mkdirSync(dist, { recursive: true });
  const common = {
    absWorkingDir: source,
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: `node${oldestNode}`,
    logLevel: 'warning',
  };
  await esbuild.build({
    ...common,
    format: 'esm',
    packages: 'external',
    splitting: true,
    chunkNames: 'part-[hash]',
    entryPoints: Object.values(manifest.exports),
    outbase: 'src',
  });
  for (const [program, { source: entry, format, ending }] of Object.entries(programs[name] ?? {})) {
    await esbuild.build({
      ...common,
      format,
      external: ['koffi'],
      outExtension: { '.js': ending },
      entryPoints: [{ in: join(source, entry), out: program }],
    });
  }
  makeTypes(source, stage);
  const { private: _private, devDependencies: _dev, ...kept } = manifest;
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([door, path]) => {
      const base = path.replace('./src/', './dist/').replace(/\.ts$/, '');
      return [door, { types: `${base}.d.ts`, default: `${base}.js` }];
    }),
  );
  const files = ['dist', 'README.md', 'LICENSE'];
  finish(stage, { ...kept, exports, files, engines: { node: `>=${oldestNode}` } }, source, out);
}

function makeTypes(source, stage) {
  const config = join(stage, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: join(source, 'src'),
        outDir: join(stage, 'dist'),
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      include: [join(source, 'src')],
    }),
  );
  must(pinnedNode(), [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], root);
  nameJsInTypes(join(stage, 'dist'));
}

/** Type files keep `./x.ts`, which readers of published types refuse. */
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
