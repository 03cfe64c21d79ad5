import type { Run } from './common.ts';

interface Command {
  readonly about: string;
  readonly module: () => Promise<{ run: Run }>;
}

/** Each command's code is loaded only when it is called. */
export const commands = {
  open: { about: 'Open Bureau (also just `bureau`)', module: () => import('./commands/open.ts') },
  run: { about: 'Hand a piece of work to an agent, here in the terminal', module: () => import('./commands/run.ts') },
  guard: {
    about: 'Run one command inside a hold and end everything it started',
    module: () => import('./commands/guard.ts'),
  },
  explain: { about: 'Say in plain words what a command would do', module: () => import('./commands/explain.ts') },
  tasks: { about: 'List the tasks', module: () => import('./commands/tasks.ts') },
  ps: { about: 'List what the tasks run now', module: () => import('./commands/ps.ts') },
  stop: { about: 'Stop a task, or all of them', module: () => import('./commands/stop.ts') },
  office: {
    about: 'List every agent at work, also those started in a terminal',
    module: () => import('./commands/office.ts'),
  },
  doctor: {
    about: 'Check what is installed, and what to do about what is not',
    module: () => import('./commands/doctor.ts'),
  },
} satisfies Record<string, Command>;

export function help(): string {
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`);
  return [
    'bureau: hand work to the Claude Code or Codex that you already installed.',
    '',
    'Usage: bureau [COMMAND] [OPTIONS]',
    '',
    ...lines,
    '',
    'Every command takes --data-dir DIR. `bureau COMMAND --help` says more.',
    '',
  ].join('\n');
}
