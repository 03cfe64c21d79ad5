import { shorten } from '../task/words.ts';
import type { Words } from '../types.ts';
import { unreadCard } from './card.ts';
import { exactOf } from './exact.ts';

/** Where plain-words can't be loaded: everything is shown as it is, and nothing is called sure. */
export const noWords: Words = {
  readAction: (action) => unreadCard(exactOf(action)),
  stepNow: (action) => shorten(exactOf(action), 80),
  stepTitle: (action) => shorten(exactOf(action), 80),
  turnSummary: () => '',
};
