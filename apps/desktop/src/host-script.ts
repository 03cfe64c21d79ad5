import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where `bureau.js` is: in the packed app's resources, else beside this folder in the repository. */
export function hostScript(resources: string, here: string): string {
  const packed = join(resources, 'bureau', 'bin', 'bureau.js');
  return existsSync(packed) ? packed : join(here, '..', '..', '..', 'packages', 'cli', 'bin', 'bureau.js');
}
