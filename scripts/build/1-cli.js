import { join } from 'node:path';
import * as esbuild from 'esbuild';

const rooms = ['contracts', 'lines', 'containment', 'plain-words', 'agents', 'engine', 'collector', 'host', 'cli'];

export default {
  out: 'packages/cli/dist',
  sources: rooms.map((room) => `packages/${room}/src`),
  async make(root) {
    const entries = {
      bureau: 'packages/cli/src/main.ts',
      supervisor: 'packages/containment/src/supervisor/main.ts',
      practice: 'packages/agents/src/practice/program/main.ts',
    };
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: Object.entries(entries).map(([out, entry]) => ({ in: join(root, entry), out })),
      outdir: 'packages/cli/dist',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      minifySyntax: true,
      sourcemap: false,
      chunkNames: 'part-[hash]',
      external: ['koffi', 'web-tree-sitter', 'tree-sitter-powershell', 'electron'],
      banner: {
        js: "import{createRequire as __bureauRequire}from'node:module';const require=__bureauRequire(import.meta.url);",
      },
      logLevel: 'warning',
    });
  },
};
