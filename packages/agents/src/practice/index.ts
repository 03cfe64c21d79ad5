import type { Driver } from '../types.ts';
import { startPractice } from './session.ts';

const version = '0.1.0';

/** The practice agent: built in, offline, no login; plays a short honest scene with real commands. */
export const practice: Driver = {
  agent: 'practice',
  start: (options) => startPractice(options, version),
};
