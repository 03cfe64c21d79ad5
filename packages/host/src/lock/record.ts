import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the running host, or the last one, listens. */
export interface HostNote {
  readonly pid: number;
  /** Start time as containment names it; with the pid it names the process for ever. */
  readonly start: string;
  readonly port: number;
  readonly instance: string;
  readonly version: string;
}

const file = (dataDir: string): string => join(dataDir, 'host.json');

export function writeNote(dataDir: string, note: HostNote): void {
  const draft = `${file(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  renameSync(draft, file(dataDir));
}

/** Null where there is none, or none that can be read. */
export function readNote(dataDir: string): HostNote | null {
  try {
    const note = JSON.parse(readFileSync(file(dataDir), 'utf8')) as Partial<HostNote>;
    const { pid, start, port, instance, version } = note;
    if (!Number.isInteger(pid) || !Number.isInteger(port) || typeof instance !== 'string') return null;
    return { pid: pid!, start: start ?? '', port: port!, instance, version: version ?? '' };
  } catch {
    return null;
  }
}
