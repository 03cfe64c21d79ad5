import type { Messages } from '../load.ts';
import { files } from './files.ts';
import { notes } from './notes.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { starts } from './starts.ts';
import { texts } from './texts.ts';
import { windows } from './windows.ts';

/** Korean. A message that says what is done ends in a verb that `verbs.ts` knows; particles are written as both forms. */
export const ko: Messages = { ...files, ...notes, ...programs, ...requests, ...starts, ...texts, ...windows };
