import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The folder of this process in the cgroup v2 tree as it is mounted here; null where there is none.
 * `mountinfo` and `membership` are the texts of /proc/self/mountinfo and /proc/self/cgroup.
 */
export function ownFolder(mountinfo: string, membership: string): string | null {
  const path = /^0::(.*)$/m.exec(membership)?.[1];
  if (path === undefined) return null;
  for (const line of mountinfo.split('\n')) {
    const [mount = '', source = ''] = line.split(' - ');
    if (!source.startsWith('cgroup2 ')) continue;
    const fields = mount.split(' ');
    const [root, point] = [readable(fields[3] ?? '/'), readable(fields[4] ?? '')];
    const below = relative(root, path);
    // A mount that shows only another part of the tree is of no use.
    if (point !== '' && !below.startsWith('..')) return join(point, below);
  }
  return null;
}

/** mountinfo writes a space as \040 and the like. */
function readable(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** A folder of the tree with what a hold does to it. All calls answer at once. */
export interface Cgroup {
  readonly path: string;
  join(pid: number): boolean;
  /** The processes in it and below. */
  pids(): number[];
  freeze(frozen: boolean): boolean;
  /** Every process in it has stopped running. */
  isFrozen(): boolean;
  kill(): boolean;
  isPopulated(): boolean;
  /** Takes the folder away; false while something is in it. */
  remove(): boolean;
}

export function cgroupAt(path: string): Cgroup {
  const write = (file: string, text: string): boolean => {
    try {
      writeFileSync(join(path, file), text);
      return true;
    } catch {
      return false;
    }
  };
  const events = (): string => {
    try {
      return readFileSync(join(path, 'cgroup.events'), 'latin1');
    } catch {
      return '';
    }
  };
  return {
    path,
    join: (pid) => write('cgroup.procs', String(pid)),
    pids: () => pidsBelow(path),
    freeze: (frozen) => write('cgroup.freeze', frozen ? '1' : '0'),
    isFrozen: () => /^frozen 1$/m.test(events()),
    kill: () => write('cgroup.kill', '1'),
    isPopulated: () => /^populated 1$/m.test(events()),
    remove: () => removeBelow(path),
  };
}

/** Makes a folder that can freeze and kill (Linux 5.14); null when this process may not or the kernel cannot. */
export function makeCgroup(path: string): Cgroup | null {
  try {
    mkdirSync(path);
  } catch {
    return null;
  }
  if (existsSync(join(path, 'cgroup.kill')) && existsSync(join(path, 'cgroup.freeze'))) return cgroupAt(path);
  removeBelow(path);
  return null;
}

function subfolders(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(path, entry.name));
  } catch {
    return [];
  }
}

function pidsBelow(path: string): number[] {
  let own: number[] = [];
  try {
    own = readFileSync(join(path, 'cgroup.procs'), 'latin1').split('\n').filter(Boolean).map(Number);
  } catch {
    // A folder that was taken away meanwhile, or one made threaded from inside: its parent lists the processes.
  }
  return [...new Set([...own, ...subfolders(path).flatMap(pidsBelow)])];
}

function removeBelow(path: string): boolean {
  const below = subfolders(path).every(removeBelow);
  if (!below) return false;
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
