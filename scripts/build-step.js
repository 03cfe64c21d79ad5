import { runNode } from './workspace.js';

/** Builds what is older than its sources (dist of the command line, the window, the desktop shell). */
export async function build(...args) {
  const code = await runNode(['scripts/build.js', '--if-stale', ...args]);
  if (code !== 0) {
    process.stderr.write('Bureau: the build failed; its message stands above.\n');
    process.exit(code);
  }
}
