import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

/** The shell's main process and its sandboxed preload, as CommonJS for the oldest Node that smoke tests run on. */
export default {
  out: 'apps/desktop/dist',
  sources: [
    'apps/desktop/src',
    'apps/desktop/build',
    'packages/contracts/src',
    'packages/host/src/launch',
    'packages/containment/src',
  ],
  async make(root) {
    const common = {
      absWorkingDir: root,
      outdir: 'apps/desktop/dist',
      outExtension: { '.js': '.cjs' },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      target: 'node18',
      minifySyntax: true,
      external: ['electron', 'koffi', 'bufferutil', 'utf-8-validate'],
      logLevel: 'warning',
    };
    await esbuild.build({
      ...common,
      entryPoints: { main: 'apps/desktop/src/main.ts' },
      define: { 'import.meta.url': '__bureauUrl' },
      banner: { js: "const __bureauUrl=require('node:url').pathToFileURL(__filename).href;" },
    });
    // Sandboxed: it has electron, and nothing else to require.
    await esbuild.build({ ...common, entryPoints: { preload: 'apps/desktop/src/preload.ts' } });
    copyFileSync(join(root, 'apps/desktop/build/icon.png'), join(root, 'apps/desktop/dist/icon.png'));
  },
};
