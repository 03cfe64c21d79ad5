import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export default {
  out: 'packages/ui/dist',
  sources: ['packages/contracts/src', 'packages/office/src', 'packages/host/src/client', 'packages/ui'],
  /** Offline, and fit for a strict content policy: no inline script, no eval, nothing from elsewhere. */
  async make(root) {
    await build({
      root: join(root, 'packages/ui'),
      configFile: false,
      logLevel: 'warn',
      base: './',
      plugins: [react()],
      worker: { format: 'es' },
      build: {
        outDir: 'dist',
        emptyOutDir: true,
        target: 'es2023',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        sourcemap: false,
        reportCompressedSize: false,
      },
    });
  },
};
