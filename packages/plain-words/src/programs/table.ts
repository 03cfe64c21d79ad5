import { families } from '../specs/index.ts';
import type { Spec } from './spec.ts';

let table: Map<string, Spec> | undefined;

/** The spec of a program by its name. */
export function specOf(name: string): Spec | undefined {
  table ??= buildTable();
  return table.get(name);
}

/** All names that are known; for tests and for the documentation. */
export function knownPrograms(): readonly string[] {
  table ??= buildTable();
  return [...table.keys()];
}

function buildTable(): Map<string, Spec> {
  const made = new Map<string, Spec>();
  for (const family of families)
    for (const spec of family) for (const name of spec.names.split(' ')) made.set(name, spec);
  return made;
}
