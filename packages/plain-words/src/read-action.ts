import type { Action } from '@bureau/contracts';
import { readBash } from './bash/read-bash.ts';
import { compose } from './compose.ts';
import type { Finding } from './finding.ts';
import type { Where } from './locate.ts';
import { isWindows } from './locate.ts';
import { withLook } from './look.ts';
import { remember } from './remember.ts';
import { readWindows } from './shells.ts';
import { readTool } from './tools/read-tool.ts';
import type { ReadAction, ReadingContext } from './types.ts';

/** Reads one request. Pure; any string is accepted; bounded in time. */
export const readAction: ReadAction = (action, context) => {
  const found = findingsOf(action, context);
  if (!context.look) return compose(found, context.language);
  const where: Where = { cwd: action.cwd, folder: context.folder, home: context.home };
  const shell = action.kind === 'command' ? action.shell : isWindows(where) ? 'cmd' : 'bash';
  // A task's text is read as the shell of its system would.
  const readTask = (command: string) =>
    findingsOf({ kind: 'command', shell: shell === 'powershell' ? 'cmd' : shell, command, cwd: action.cwd }, context);
  return compose(withLook(found, context.look, where, context.language, readTask), context.language);
};

const longestKept = 4096;
const remembered = remember<readonly Finding[]>(512);

/** What is found in an action, before it is put into words. */
export function findingsOf(action: Action, context: ReadingContext): readonly Finding[] {
  const where: Where = { cwd: action.cwd, folder: context.folder, home: context.home };
  if (action.kind === 'tool') return readTool(action, where);
  if (action.shell !== 'bash') return readWindows(action.shell, action.command, where);
  // A very long command is not worth its memory as a key.
  if (action.command.length > longestKept) return readBash(action.command, where);
  const key = [where.folder, where.cwd, where.home, action.command].join('\0');
  return remembered(key, () => readBash(action.command, where));
}
