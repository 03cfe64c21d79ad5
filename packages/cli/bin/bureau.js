#!/usr/bin/env node
import module from 'node:module';

const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`Bureau needs Node 24 or newer; this is ${process.versions.node}. Nothing was started.\n`);
  process.exit(1);
}
module.enableCompileCache?.();
try {
  await import('../dist/bureau.js');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.message).includes('dist')) throw error;
  process.stderr.write('Bureau has not been built here yet. Run `npm run build` in its folder, then try again.\n');
  process.exit(1);
}
