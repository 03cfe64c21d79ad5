import type { Run } from '../common.ts';
import { helpOf } from '../manual/help.ts';
import { manPage } from '../manual/man.ts';
import { version } from '../version.ts';

export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(helpOf('man'));
  else if (args.length > 0) {
    process.stderr.write('bureau man: it takes no arguments.\n');
    return 2;
  } else process.stdout.write(manPage(version));
  return 0;
};
