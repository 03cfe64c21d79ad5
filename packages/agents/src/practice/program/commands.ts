import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Shell } from '@bureau/contracts';

/** The commands of the scene, as the system's own shell takes them. */
export interface Commands {
  readonly shell: Shell;
  readonly deleteNote: (note: string) => string;
  readonly lookHome: string;
  /** Ends by itself when its file is deleted. */
  readonly clock: (file: string) => string;
}

const posix: Commands = {
  shell: 'bash',
  deleteNote: (note) => `rm ${note}`,
  lookHome: 'ls ~',
  clock: (file) =>
    `date > ${file}; nohup sh -c 'while [ -e ${file} ]; do date >> ${file}; sleep 5; done' > /dev/null 2>&1 &`,
};
const windows: Commands = {
  shell: 'powershell',
  deleteNote: (note) => `Remove-Item ${note}`,
  lookHome: 'Get-ChildItem $HOME -Name',
  clock: (file) =>
    `Get-Date > ${file}; Start-Process -WindowStyle Hidden powershell '-NoProfile -Command "while (Test-Path ${file}) { Get-Date >> ${file}; Start-Sleep 5 }"'`,
};

/** A name that nothing in the folder has yet: practice never touches a file that it didn't make. */
export function freeName(folder: string, name: string): string {
  const [stem, end] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.'))];
  const taken = (candidate: string) => lstatSync(join(folder, candidate), { throwIfNoEntry: false }) !== undefined;
  if (!taken(name)) return name;
  for (let at = 1; ; at++) {
    const candidate = `practice-${stem}${at === 1 ? '' : `-${at}`}${end}`;
    if (!taken(candidate)) return candidate;
  }
}

export const chooseCommands = (platform: NodeJS.Platform): Commands => (platform === 'win32' ? windows : posix);
