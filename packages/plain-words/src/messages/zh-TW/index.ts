import type { Messages } from '../load.ts';
import { files } from './files.ts';
import { notes } from './notes.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { starts } from './starts.ts';
import { texts } from './texts.ts';
import { windows } from './windows.ts';

/** Traditional Chinese as written in Taiwan. A message that says what is done begins with its verb or its adverb. */
export const zhTW: Messages = { ...files, ...notes, ...programs, ...requests, ...starts, ...texts, ...windows };
