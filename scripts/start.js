// npm start: set-up, build, then open the app.
import { build } from './build-step.js';
import { install, runNode } from './workspace.js';

install();
await build();
process.exitCode = await runNode(['packages/cli/bin/bureau.js', 'open', ...process.argv.slice(2)]);
