import type { Run } from '../common.ts';
import { completionFor, completionShells } from '../manual/completion.ts';
import { helpOf } from '../manual/help.ts';

export const run: Run = async (args) => {
  const [shell, ...more] = args;
  if (shell === '--help' || shell === '-h') {
    process.stdout.write(helpOf('completion'));
    return 0;
  }
  const known = completionShells.find((one) => one === shell);
  if (!known || more.length > 0) {
    process.stderr.write(`bureau completion: name one shell: ${completionShells.join(', ')}.\n`);
    return 2;
  }
  process.stdout.write(completionFor(known));
  return 0;
};
