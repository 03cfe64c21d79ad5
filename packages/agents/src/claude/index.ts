import type { Driver } from '../types.ts';
import { startClaude } from './session.ts';

/** Claude Code, through `claude -p` with JSON lines: tested with 2.1.283 and 2.1.332. */
export const claude: Driver = { agent: 'claude', start: startClaude };
