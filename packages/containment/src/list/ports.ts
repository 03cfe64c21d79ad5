import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The TCP ports that each process listens on, in rising order; processes without any are left out. */
export function listeningPorts(pids: readonly number[]): Map<number, number[]> {
  const tables = new Map<string, Map<string, number>>();
  const found = new Map<number, number[]>();
  for (const pid of pids) {
    const network = link(`/proc/${pid}/ns/net`) ?? '';
    let listeners = tables.get(network);
    if (!listeners) {
      listeners = new Map([
        ...parseListeners(text(`/proc/${pid}/net/tcp`)),
        ...parseListeners(text(`/proc/${pid}/net/tcp6`)),
      ]);
      tables.set(network, listeners);
    }
    if (listeners.size === 0) continue;
    const ports = new Set<number>();
    for (const socket of socketsOf(pid)) {
      const port = listeners.get(socket);
      if (port !== undefined) ports.add(port);
    }
    if (ports.size > 0)
      found.set(
        pid,
        [...ports].sort((a, b) => a - b),
      );
  }
  return found;
}

/** Listening sockets of a /proc/PID/net/tcp table: inode to port. */
export function parseListeners(table: string): Map<string, number> {
  const listening = '0A';
  return new Map(
    table
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening)
      .map((fields) => [fields[9] ?? '', Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)] as const)
      .filter(([inode, port]) => inode !== '' && port > 0),
  );
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${fd}`) ?? '')?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
