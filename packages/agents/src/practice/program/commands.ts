import type { Shell } from '@bureau/contracts';

/** The commands of the scene, as the system's own shell takes them. */
export interface Commands {
  readonly shell: Shell;
  readonly deleteNote: string;
  readonly lookHome: string;
  /** Ends by itself when clock.txt is deleted. */
  readonly clock: string;
}

const posix: Commands = {
  shell: 'bash',
  deleteNote: 'rm note.txt',
  lookHome: 'ls ~',
  clock: `date > clock.txt; nohup sh -c 'while [ -e clock.txt ]; do date >> clock.txt; sleep 5; done' > /dev/null 2>&1 &`,
};
const windows: Commands = {
  shell: 'powershell',
  deleteNote: 'Remove-Item note.txt',
  lookHome: 'Get-ChildItem $HOME -Name',
  clock: `Get-Date > clock.txt; Start-Process -WindowStyle Hidden powershell '-NoProfile -Command "while (Test-Path clock.txt) { Get-Date >> clock.txt; Start-Sleep 5 }"'`,
};

export const chooseCommands = (platform: NodeJS.Platform): Commands => (platform === 'win32' ? windows : posix);
