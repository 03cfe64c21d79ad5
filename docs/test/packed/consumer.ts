import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunResult, run } from '@bureau/containment';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** An empty project with nothing but the packed libraries in it, and the examples and what the READMEs show as its sources. */
export async function makeConsumer(folder: string): Promise<void> {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(join(folder, 'src'), { recursive: true });
  done(await call(root, process.execPath, join(root, 'scripts', 'pack.js'), '--out', tarballs));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name));
  done(await call(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', ...packed));
  cpSync(join(root, 'docs', 'examples'), join(folder, 'src'), { recursive: true });
  const libraries = join(folder, 'node_modules', '@bureau');
  for (const name of readdirSync(libraries)) {
    const words = readFileSync(join(libraries, name, 'README.md'), 'utf8');
    const shown = [...words.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1]!);
    assert.ok(shown.length > 0, `${name} shows how it is used`);
    for (const [at, code] of shown.entries()) writeFileSync(join(folder, 'src', `readme-${name}-${at}.ts`), code);
  }
}

/** The compiler's verdict on the project as strict readers have it, types of the libraries included. */
export function compile(folder: string, module: { module: string; moduleResolution: string }): Promise<RunResult> {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...module,
        target: 'ES2023',
        lib: ['ES2023', 'DOM'],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(root, 'node_modules', '@types')],
        rootDir: 'src',
        outDir: 'js',
      },
      include: ['src'],
    }),
  );
  return call(folder, process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
}

const call = (cwd: string, command: string, ...args: string[]) =>
  run({ command, args, cwd, env: process.env, task: 'packed' });

export function done(result: RunResult): void {
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  assert.equal(result.code, 0, `${result.stdout}\n${result.stderr}`);
}
