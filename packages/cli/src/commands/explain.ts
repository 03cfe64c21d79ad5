import type { Run } from '../common.ts';

export const run: Run = async () => {
  process.stderr.write('bureau explain is not built yet.\n');
  return 1;
};
