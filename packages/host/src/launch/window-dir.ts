import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the built window is: beside the built program, in the workspace's dist, or in the source tree. */
export function windowDir(): string | null {
  const places = ['./window/', '../../ui/dist/', '../../../ui/dist/'];
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(`${folder}index.html`));
  return found ?? null;
}
