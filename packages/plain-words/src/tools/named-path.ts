import type { Place } from '@bureau/contracts';
import { hasOddCharacters } from '../characters.ts';
import type { Said } from '../finding.ts';
import { locate, type Where } from '../locate.ts';
import { here, shown } from '../messages/index.ts';

export interface NamedPath {
  readonly path: string;
  /** As a sentence shows it. */
  readonly name: string;
  readonly place: Place;
  /** Why the path may not be the one it seems. */
  readonly maybe: readonly Said[];
}

/** As long as paths can be on any system. */
const longestPath = 4096;

/** Places a path that a tool was given, and checks its characters. */
export function namedPath(raw: string, where: Where): NamedPath {
  const found = locate(raw, where);
  const name = found.name === '.' ? here : shown(found.name);
  return {
    path: found.path,
    name,
    // In full: the engine looks there.
    place: { id: found.place.id, path: shown(found.path, longestPath) },
    maybe: hasOddCharacters(raw) ? [{ id: 'maybe.odd-characters', params: { text: shown(raw) } }] : [],
  };
}
