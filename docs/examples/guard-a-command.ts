// Runs a command, and leaves nothing of it behind: node guard-a-command.ts COMMAND [ARG…]
import { contain } from '@bureau/containment';

const [command = 'true', ...args] = process.argv.slice(2);
const result = await contain(
  { command, args, cwd: process.cwd(), env: process.env, task: 'example', output: 'inherit' },
  { timeoutMs: 60_000 },
);
if (!result.ok) {
  console.error(result.error.message);
  process.exit(127);
}
const { receipt } = result;
console.log(
  receipt.gone ? `Nothing is left (${receipt.proof}).` : `Left: ${receipt.left.map(({ command }) => command)}`,
);
for (const { pid, command, how } of receipt.ended) console.log(`${pid} ${how} ${command}`);
process.exitCode = result.exit.code ?? 1;
