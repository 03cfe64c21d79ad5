import { readFileSync } from 'node:fs';

let names: Map<number, string> | null = null;

/** A user's name by number, from the system's list; the number itself where it isn't listed. */
export function userName(uid: number | null): string {
  if (uid === null) return 'unknown';
  names ??= readNames();
  return names.get(uid) ?? String(uid);
}

function readNames(): Map<number, string> {
  try {
    return new Map(
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
        .flatMap(([name, , uid]) => (name && uid ? [[Number(uid), name] as const] : [])),
    );
  } catch {
    return new Map();
  }
}
