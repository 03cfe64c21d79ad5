import type { Spec } from '../programs/spec.ts';
import { administration } from './administration.ts';
import { archives } from './archives.ts';
import { clouds } from './clouds.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { editing } from './editing.ts';
import { files } from './files.ts';
import { git } from './git.ts';
import { languages } from './languages.ts';
import { mac } from './mac.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { python } from './python.ts';
import { reading } from './reading.ts';
import { system } from './system.ts';
import { tools } from './tools.ts';
import { wrappers } from './wrappers.ts';

/** All families; a later one wins where two know the same name. */
export const families: readonly (readonly Spec[])[] = [
  reading,
  files,
  editing,
  archives,
  network,
  git,
  packages,
  python,
  tools,
  languages,
  containers,
  clouds,
  databases,
  system,
  administration,
  mac,
  wrappers,
];
