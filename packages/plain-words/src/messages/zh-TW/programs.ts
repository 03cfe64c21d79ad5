import type { Messages } from '../load.ts';

/** What programs do. */
export const programs: Messages = {
  'command.run': '執行 {command}',
};
