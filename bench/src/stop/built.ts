import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

type Library = typeof import('@bureau/containment');

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The library and its supervisor as they are shipped: from the sources, each start would strip types anew. */
export async function builtLibrary(): Promise<{ library: Library; remove(): void }> {
  // Inside the workspace, so that koffi is found.
  const outdir = join(root, 'node_modules', '.cache', `bureau-bench-${process.pid}`);
  mkdirSync(outdir, { recursive: true });
  const source = join(root, 'packages', 'containment', 'src');
  const common: BuildOptions = {
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    minify: true,
    external: ['koffi'],
    logLevel: 'warning',
  };
  await build({ ...common, entryPoints: [{ in: join(source, 'index.ts'), out: 'index' }], format: 'esm' });
  await build({
    ...common,
    entryPoints: [{ in: join(source, 'supervisor', 'main.ts'), out: 'supervisor' }],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  });
  const library = (await import(pathToFileURL(join(outdir, 'index.js')).href)) as Library;
  return { library, remove: () => rmSync(outdir, { recursive: true, force: true }) };
}
