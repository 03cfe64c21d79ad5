import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const programs = fileURLToPath(new URL('./programs', import.meta.url));
export const workScript = join(programs, 'work.sh');
const perlScript = join(programs, 'work.pl');

/** A way in which work outlives what started it. */
export interface Escape {
  readonly name: string;
  /** A shell script that leaves work behind; `$DIR` is the folder for its signs of life. It may end at once. */
  readonly script: string;
  /** Who can play it; `root` needs root, `user` an ordinary user. */
  readonly as?: 'root' | 'user';
  /** What must be installed. */
  readonly needs?: readonly string[];
  /** How many of its workers say who they are. Default 1. */
  readonly workers?: number;
  /** The public report that it stands for. */
  readonly report?: string;
}

const work = 'sh "$WORK" "$DIR"';
const perl = (way: string, number = 0): string => `perl "${perlScript}" ${way} "$DIR" ${number}`;

export const escapes: readonly Escape[] = [
  { name: 'plain &', script: `${work} & true` },
  { name: 'nohup', script: `nohup ${work} > /dev/null 2>&1 & true` },
  { name: 'disown', script: `bash -c '${work} & disown; exit 0'`, needs: ['/bin/bash'] },
  { name: 'setsid', script: `setsid ${work} & true` },
  { name: 'setsid and a double fork', script: `(setsid sh -c '(${work} &) &' &)` },
  { name: 'env -i setsid', script: `env -i WORK="$WORK" DIR="$DIR" PATH="$PATH" setsid ${work} & true` },
  { name: 'daemon', script: perl('daemon') },
  { name: 'changed title', script: perl('title') },
  { name: 'chain that re-forks every 5 ms', script: perl('chain', 5000) },
  { name: 'chain that re-forks every 0.3 ms', script: perl('chain', 300) },
  { name: 'TERM, INT and HUP ignored', script: perl('deaf') },
  {
    name: 'stopped',
    script: `${work} & while [ ! -s "$DIR/beat" ]; do sleep 0.02; done; kill -STOP $!; true`,
  },
  { name: 'zombies', script: perl('zombies') },
  { name: 'a thread that outlives its main thread', script: perl('thread-after-main') },
  { name: 'a child of a second thread', script: perl('thread-child') },
  { name: 'wakers of stopped work', script: perl('wakers') },
  { name: 'a reaper in between', script: perl('reaper') },
  {
    name: 'pty',
    script: `script -qc '${work}' /dev/null > /dev/null 2>&1 < /dev/null & true`,
    needs: ['/usr/bin/script'],
  },
  { name: 'user namespace', script: `unshare -Ur ${work} & true`, needs: ['unshare'] },
  { name: 'pid namespace', script: `unshare -Urpf --mount-proc sh -c '${work}' & true`, needs: ['unshare'] },
  {
    name: 'bwrap',
    script: `bwrap --dev-bind / / --unshare-pid --proc /proc ${work} & true`,
    needs: ['/usr/bin/bwrap'],
  },
  {
    name: 'a TERM trap that goes on',
    script: `sh -c 'trap "echo bye" TERM; ${work}; rm -f "$DIR/keep"; ${work}' & true`,
  },
  {
    name: 'a trap that starts anew',
    script: `sh -c 'trap "setsid ${'sh \\"$WORK\\" \\"$DIR\\"'} &" TERM EXIT; ${work}' & true`,
  },
  {
    name: 'the agent dies first',
    script: `setsid ${work} & while [ ! -s "$DIR/workers" ]; do sleep 0.02; done; kill -9 $$`,
  },
  { name: 'another user', script: `setpriv --reuid 65533 --regid 65533 --clear-groups ${work} & true`, as: 'root' },
  {
    name: 'another cgroup',
    script: `sh -c 'for f in /sys/fs/cgroup/unified/cgroup.procs /sys/fs/cgroup/cgroup.procs; do [ -w $f ] && echo $$ > $f && break; done; ${work}' & true`,
    as: 'root',
  },
  {
    name: 'another cgroup, cleared environment, double fork',
    script: `env -i WORK="$WORK" DIR="$DIR" PATH="$PATH" setsid sh -c 'for f in /sys/fs/cgroup/unified/cgroup.procs /sys/fs/cgroup/cgroup.procs; do [ -w $f ] && echo $$ > $f && break; done; (${work} &) &' & true`,
    as: 'root',
  },
  { name: 'tree of 10', script: perl('tree', 10) },
  { name: 'tree of 100', script: perl('tree', 100) },
  { name: 'tree of 1000', script: perl('tree', 1000) },
  { name: '60 levels deep', script: perl('deep', 60) },
  { name: 'a family of 64', script: perl('family', 6), workers: 64 },
  { name: 'stdout held open', script: `setsid ${work} & true`, report: 'anomalyco/opencode#47350' },
  {
    name: 'a loop that deletes',
    script: `(while [ -d "$DIR" ]; do rm -f "$DIR"/prey*; sleep 0.02; done) & setsid ${work} & true`,
    report: 'anthropics/claude-code#85200',
  },
  {
    name: 'the children of a script that runs several at once',
    script: `sh -c 'setsid ${work} & setsid ${work} & ${work} & wait' & true`,
    workers: 3,
    report: 'anthropics/claude-code#27273',
  },
  {
    name: 'a watcher left behind by a finished call',
    script: `bash -c 'nohup setsid ${work} > /dev/null 2>&1 < /dev/null & disown'`,
    needs: ['/bin/bash'],
    report: 'anthropics/claude-code#43944, #93996',
  },
  {
    name: 'helpers and servers of the agent',
    script: `setsid ${work} & (setsid ${work} &) & ${perl('daemon')}`,
    workers: 3,
    report: 'openai/codex#25772, #7985, #21994; codex-plugin-cc#358',
  },
];

/** Why this way can't be played here; null when it can. */
export function cannotPlay(way: Escape, mode: 'root' | 'user'): string | null {
  if (way.as !== undefined && way.as !== mode) return `only as ${way.as}`;
  for (const need of way.needs ?? []) {
    const found = need.startsWith('/')
      ? existsSync(need)
      : existsSync(`/usr/bin/${need}`) || existsSync(`/bin/${need}`);
    if (!found) return `${need} is not installed`;
  }
  return null;
}

export const stormScript = join(programs, 'storm.pl');
