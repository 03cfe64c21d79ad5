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
        // Browsers of summer 2023 on; what they lack beyond syntax is in packages/ui/src/app/older.ts.
        target: ['chrome114', 'firefox115', 'safari16.4'],
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        sourcemap: false,
        reportCompressedSize: false,
      },
    });
  },
};
