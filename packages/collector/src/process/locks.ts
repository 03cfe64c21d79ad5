import { readFileSync } from 'node:fs';

/**
 * Which process holds an exclusive flock on which inode, from Linux' /proc/locks
 * (`3: FLOCK  ADVISORY  WRITE 7051 fe:00:16040051 0 EOF`). Empty where there is none.
 */
export function heldLocks(source = '/proc/locks'): ReadonlyMap<number, number> {
  let table: string;
  try {
    table = readFileSync(source, 'latin1');
  } catch {
    return new Map();
  }
  const held = new Map<number, number>();
  for (const match of table.matchAll(/^\d+: FLOCK +\w+ +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) /gm))
    held.set(Number(match[2]), Number(match[1]));
  return held;
}
/** Whether this system tells of locks at all. */
export const tellsLocks = process.platform === 'linux';
