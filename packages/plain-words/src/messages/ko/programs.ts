import type { Messages } from '../load.ts';

/** What programs do. */
export const programs: Messages = {
  'command.run': '{command} 명령을 실행합니다',
};
