import type { Run } from '../common.ts';

export const run: Run = async () => {
  process.stderr.write('bureau open is not built yet.\n');
  return 1;
};
