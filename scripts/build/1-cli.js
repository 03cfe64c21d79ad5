import { join } from 'node:path';
import * as esbuild from 'esbuild';

const rooms = ['contracts', 'lines', 'containment', 'plain-words', 'agents', 'engine', 'collector', 'host', 'cli'];

export default {
  out: 'packages/cli/dist',
  sources: rooms.map((room) => `packages/${room}/src`),
  async make(root) {
    const common = {
      absWorkingDir: root,
      outdir: 'packages/cli/dist',
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      minifySyntax: true,
      sourcemap: false,
      chunkNames: 'part-[hash]',
      external: ['koffi', 'electron'],
      banner: {
        js: "import{createRequire as __bureauRequire}from'node:module';const require=__bureauRequire(import.meta.url);",
      },
      logLevel: 'warning',
    };
    await esbuild.build({
      ...common,
      entryPoints: [
        { in: join(root, 'packages/cli/src/main.ts'), out: 'bureau' },
        { in: join(root, 'packages/agents/src/practice/program/main.ts'), out: 'practice' },
      ],
      splitting: true,
    });
    // One small file: it is started once a task, so every further file costs each start, and so does ESM.
    await esbuild.build({
      ...common,
      format: 'cjs',
      banner: {},
      outExtension: { '.js': '.cjs' },
      entryPoints: [{ in: join(root, 'packages/containment/src/supervisor/main.ts'), out: 'supervisor' }],
      minify: true,
    });
  },
};
