// npm run bench, npm run agents:check: install and build when needed, then run a TypeScript file on the pinned Node.
import { build } from './build-step.js';
import { install, runNode } from './workspace.js';

install();
await build();
process.exitCode = await runNode(process.argv.slice(2));
