import type { AgentStart } from '../types.ts';

/**
 * One long-lived process a task, JSON lines both ways. No permission mode is passed (unless the person asked for a plan):
 * the person's own settings apply.
 */
export function commandLine(
  options: Pick<AgentStart, 'model' | 'resume' | 'fork' | 'plan' | 'withoutFolderPrograms'>,
): string[] {
  return [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    '--replay-user-messages',
    '--permission-prompt-tool',
    'stdio',
    ...(options.model ? ['--model', options.model] : []),
    ...(options.resume ? ['--resume', options.resume] : []),
    ...(options.resume && options.fork ? ['--fork-session'] : []),
    ...(options.plan ? ['--permission-mode', 'plan'] : []),
    // A folder's hooks and servers start at once in -p mode; with this they don't (measured).
    ...(options.withoutFolderPrograms ? ['--setting-sources', 'user'] : []),
  ];
}
