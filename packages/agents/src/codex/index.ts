import type { Driver } from '../types.ts';
import { startCodex } from './session.ts';

/** Sent to Codex as the client's version. */
const clientVersion = '0.1.0';

/** Codex, through `codex app-server`: tested with 0.156.0, 0.163.0 and 0.171.0. */
export const codex: Driver = {
  agent: 'codex',
  start: (options) => startCodex(options, clientVersion),
};
