import { parse, sep } from 'node:path';

/** The person's home folder, one above it, or the root of a disk: too much to be handed over without a second yes. */
export const isWide = (folder: string, home: string): boolean =>
  folder === home || folder === parse(folder).root || home.startsWith(folder + sep);
