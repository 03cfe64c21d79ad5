import { diskPrograms } from './disks.ts';
import { filePrograms } from './files.ts';
import { hostPrograms } from './hosts.ts';
import type { Run, Value } from './run.ts';
import { settingPrograms } from './settings.ts';
import { statePrograms } from './state.ts';

/** Reads one program with its arguments. */
export type WindowsProgram = (args: readonly Value[], run: Run, name: string) => undefined;

const programs: Readonly<Record<string, WindowsProgram>> = Object.assign(
  Object.create(null) as Record<string, WindowsProgram>,
  filePrograms,
  settingPrograms,
  hostPrograms,
  diskPrograms,
  statePrograms,
);

/** The programs that come with Windows (and its package managers), by their name without folder and ending. */
export function windowsProgram(name: string): WindowsProgram | undefined {
  return programs[name.toLowerCase()];
}

/** `C:\Windows\System32\reg.exe` and `reg.exe` are `reg`; other folders may hold another program of that name. */
export function plainProgramName(written: string): { name: string; ownPath: boolean } {
  const known =
    /^[a-z]:\\Windows\\(?:System32|SysWOW64|Sysnative)(?:\\WindowsPowerShell\\v1\.0|\\OpenSSH|\\wbem)?\\([^\\]+)$|^[a-z]:\\Windows\\([^\\]+)$/i.exec(
      written.replaceAll('/', '\\'),
    );
  const name = known?.[1] ?? known?.[2] ?? written;
  const plain = name.replace(/\.(?:exe|com)$/i, '').toLowerCase();
  return {
    name: /^npm|^npx|^pnpm|^yarn/.test(plain) ? plain.replace(/\.cmd$/, '') : plain,
    ownPath: /[\\/]/.test(name),
  };
}
