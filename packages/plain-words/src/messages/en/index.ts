import { files } from './files.ts';
import { notes } from './notes.ts';
import { programs } from './programs.ts';
import { requests } from './requests.ts';
import { starts } from './starts.ts';
import { texts } from './texts.ts';
import { windows } from './windows.ts';

/**
 * English, the language every message starts in. All but `texts` and `starts` say what is done and begin with a verb
 * that `verbs.ts` knows: «Deletes {paths}» also gives «Delete build?» and «Deleted build».
 */
export const en = { ...files, ...notes, ...programs, ...requests, ...starts, ...texts, ...windows } as const;
