import type { Run } from './common.ts';
import type { CommandName } from './manual/pages.ts';

/** Each command's code is loaded only when it is called; what is said of it stands in manual/pages.ts. */
export const commands: Readonly<Record<CommandName, () => Promise<{ run: Run }>>> = {
  open: () => import('./commands/open.ts'),
  run: () => import('./commands/run.ts'),
  guard: () => import('./commands/guard.ts'),
  explain: () => import('./commands/explain.ts'),
  tasks: () => import('./commands/tasks.ts'),
  ps: () => import('./commands/ps.ts'),
  stop: () => import('./commands/stop.ts'),
  office: () => import('./commands/office.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completion: () => import('./commands/completion.ts'),
  man: () => import('./commands/man.ts'),
};

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
