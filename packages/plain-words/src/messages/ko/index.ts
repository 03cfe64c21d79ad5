import type { Messages } from '../load.ts';

export const ko: Messages = {};
