import type { HandOver } from '@bureau/contracts';
import { baseName } from './simple-commands.ts';

interface Program {
  readonly to: HandOver;
  /** Words of which the first non-option argument must be one; without it any use counts. */
  readonly verbs?: readonly string[];
  /** Options of which one must be there. */
  readonly options?: readonly string[];
  /** Uses that only look. */
  readonly except?: readonly string[];
}

const containerVerbs = [
  'run',
  'start',
  'restart',
  'exec',
  'up',
  'compose',
  'create',
  'build',
  'unpause',
  'stack',
  'service',
];

/** Programs that ask something which already runs, or another machine, to go on with the work. */
const programs: Record<string, Program> = {
  docker: { to: 'docker', verbs: [...containerVerbs, 'container', 'buildx'] },
  'docker-compose': { to: 'docker', verbs: containerVerbs },
  podman: { to: 'docker', verbs: [...containerVerbs, 'container', 'play', 'pod', 'kube'] },
  nerdctl: { to: 'docker', verbs: containerVerbs },
  crontab: { to: 'cron', except: ['-l', '-r', '-V', '--version'] },
  at: { to: 'at', except: ['-l', '-d', '-r', '-c', '-V'] },
  batch: { to: 'at' },
  'systemd-run': { to: 'systemd' },
  systemctl: {
    to: 'systemd',
    verbs: ['start', 'restart', 'enable', 'reenable', 'reload-or-restart', 'try-restart', 'isolate'],
  },
  service: { to: 'systemd', except: ['--status-all', 'status', 'stop'] },
  ssh: { to: 'ssh', except: ['-V', '-Q', '-G'] },
  mosh: { to: 'ssh' },
  autossh: { to: 'ssh' },
  tmux: {
    to: 'other',
    verbs: [
      'new-session',
      'new',
      'new-window',
      'neww',
      'send-keys',
      'send',
      'split-window',
      'splitw',
      'run-shell',
      'run',
      'respawn-pane',
      'respawn-window',
      'pipe-pane',
    ],
  },
  screen: { to: 'other', options: ['-dm', '-d', '-dmS', '-X', '-Sdm'] },
  launchctl: { to: 'other', verbs: ['load', 'start', 'bootstrap', 'kickstart', 'submit', 'asuser', 'enable'] },
  schtasks: { to: 'other', options: ['/create', '/run', '/change'] },
  pm2: { to: 'other', verbs: ['start', 'restart', 'reload', 'resurrect', 'startup'] },
  supervisorctl: { to: 'other', verbs: ['start', 'restart', 'reload', 'update'] },
  kubectl: { to: 'other', verbs: ['apply', 'create', 'run', 'exec', 'scale', 'rollout', 'replace', 'patch'] },
  'start-stop-daemon': { to: 'other', options: ['--start', '-S'] },
  adb: { to: 'other', verbs: ['shell', 'start-server', 'install', 'reboot', 'push'] },
  watchman: { to: 'other' },
  emacsclient: { to: 'other' },
  osascript: { to: 'other' },
};

/** To whom a simple command hands its work, or null when it does it itself. */
export function recognise(words: readonly string[]): HandOver | null {
  const name = baseName(words[0] ?? '').toLowerCase();
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (!program) return null;
  const args = words.slice(1);
  if (args.some((arg) => program.except?.includes(arg))) return null;
  const lower = args.map((arg) => arg.toLowerCase());
  if (program.options && !program.options.some((option) => lower.includes(option.toLowerCase()))) return null;
  if (program.verbs) {
    // An option before the verb may take a value, so every word that isn't an option is looked at until one fits.
    const plain = args.filter((arg) => !arg.startsWith('-')).slice(0, 3);
    if (!plain.some((arg) => program.verbs?.includes(arg))) return null;
  }
  return program.to;
}
