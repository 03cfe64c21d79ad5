import type { Messages } from '../load.ts';

export const zhTW: Messages = {};
