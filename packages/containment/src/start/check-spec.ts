import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { HoldSpec, StartError } from '../types.ts';

/** Linux and macOS refuse one argument or variable beyond 128 KiB, or all of them together beyond 2 MiB. */
const oneAtMost = 131_071;
const allAtMost = 2_000_000;

/** What stands against starting this command, as far as it can be seen beforehand; null when nothing does. */
export function checkSpec(spec: HoldSpec): StartError | null {
  return checkText(spec) ?? checkFolder(spec.cwd) ?? checkCommand(spec);
}

function checkText({ command, args, env }: HoldSpec): StartError | null {
  if (command === '') return { code: 'not-found', message: 'No command was given.' };
  for (const text of [command, ...args]) {
    if (text.includes('\0'))
      return { code: 'other', message: `An argument of ${command} holds a NUL byte; no program can be given one.` };
  }
  let total = 0;
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (name === '' || name.includes('=') || name.includes('\0') || value.includes('\0')) {
      return {
        code: 'bad-environment',
        message: `The variable «${name.replaceAll('\0', '\\0')}» can't be put into an environment: its name is empty or holds «=», or there is a NUL byte in it.`,
      };
    }
    total += name.length + value.length;
  }
  for (const text of args) total += text.length;
  const longest = Math.max(0, ...args.map((text) => Buffer.byteLength(text)));
  if (process.platform === 'linux' && longest > oneAtMost) {
    return {
      code: 'too-long',
      message: `An argument of ${command} is ${longest} bytes long; the system takes ${oneAtMost}.`,
    };
  }
  if (total > allAtMost) {
    return {
      code: 'too-long',
      message: `The arguments and the environment of ${command} are ${total} bytes long; the system takes about ${allAtMost}.`,
    };
  }
  return null;
}

export function checkFolder(cwd: string): StartError | null {
  try {
    if (statSync(cwd).isDirectory()) return null;
    return { code: 'not-a-folder', message: `${cwd} is a file, not a folder.` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return { code: 'not-a-folder', message: `${cwd} is not a folder.` };
    return {
      code: 'folder-missing',
      message: `The folder ${cwd} isn't there${code === 'EACCES' ? ', or may not be looked at' : ''}.`,
    };
  }
}

/** Looks the command up as execvp(3) does: by path when it has a slash, else in each folder of PATH. */
export function checkCommand({ command, cwd, env }: Pick<HoldSpec, 'command' | 'cwd' | 'env'>): StartError | null {
  if (process.platform === 'win32') return null;
  const direct = command.includes('/');
  const folders = (env['PATH'] ?? '/usr/local/bin:/bin:/usr/bin').split(delimiter);
  const paths = direct
    ? [isAbsolute(command) ? command : join(cwd, command)]
    : folders.map((folder) => join(isAbsolute(folder) ? folder : join(cwd, folder), command));
  let there: string | null = null;
  for (const path of paths) {
    try {
      if (!statSync(path).isFile()) {
        there ??= path;
        continue;
      }
      accessSync(path, constants.X_OK);
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') there ??= path;
    }
  }
  return there === null
    ? {
        code: 'not-found',
        message: direct ? `There is no program ${command}.` : `There is no program «${command}» on the PATH.`,
      }
    : { code: 'not-executable', message: `${there} is there, but it isn't a program that this user may run.` };
}

/** The error of a start that failed all the same. */
export function errorOfErrno(errno: string, spec: HoldSpec): StartError {
  const seen = checkFolder(spec.cwd) ?? checkCommand(spec);
  if (errno === 'E2BIG')
    return {
      code: 'too-long',
      message: `The arguments and the environment of ${spec.command} are too long for the system.`,
    };
  if (seen !== null) return seen;
  if (errno === 'ENOENT')
    return {
      code: 'not-found',
      message: `${spec.command} names a program to run it that isn't there (its first line).`,
    };
  if (errno === 'EACCES' || errno === 'ENOEXEC')
    return { code: 'not-executable', message: `${spec.command} isn't a program that this user may run.` };
  return { code: 'other', message: `The system refused to start ${spec.command} (${errno}).` };
}
