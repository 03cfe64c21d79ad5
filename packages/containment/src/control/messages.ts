import type { KeptProcess, Proof, Receipt } from '@bureau/contracts';
import type { StartError } from '../types.ts';

/** What a supervisor is asked to start. */
export interface StartOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where a later host finds this supervisor when it stays to hold kept work, and its last words beside it. */
  readonly socket: string | null;
}

/** Host to supervisor, one JSON object a line. The end of the stream means that the host died. */
export type Order =
  | ({ readonly t: 'start' } & StartOrder)
  | { readonly t: 'probe' }
  | { readonly t: 'stop'; readonly id: number; readonly graceMs: number; readonly first: FirstSignal | null }
  | { readonly t: 'kill-work'; readonly id: number }
  | { readonly t: 'stop-one'; readonly id: number; readonly pid: number }
  | { readonly t: 'list'; readonly id: number }
  | { readonly t: 'keep'; readonly id: number; readonly pid: number }
  | { readonly t: 'stop-kept'; readonly id: number }
  | { readonly t: 'leave'; readonly id: number };

export interface FirstSignal {
  readonly signal: 'SIGINT' | 'SIGHUP';
  readonly delayMs: number;
}

/** Supervisor to host. */
export type Word =
  | {
      readonly t: 'started';
      readonly pid: number;
      readonly startTicks: string;
      readonly startedAt: string;
      readonly cgroup: string | null;
      readonly mechanisms: Receipt['mechanisms'];
    }
  | { readonly t: 'failed'; readonly code: StartError['code']; readonly detail: string }
  | { readonly t: 'means'; readonly mechanisms: Receipt['mechanisms']; readonly detail: string }
  | { readonly t: 'exit'; readonly code: number | null; readonly signal: string | null }
  | { readonly t: 'reply'; readonly id: number; readonly value: unknown }
  /** A fault of the supervisor's own; it ends what it holds and goes. */
  | { readonly t: 'fault'; readonly text: string }
  /** The last word: nothing is left but what the ending names. */
  | { readonly t: 'closed'; readonly ending: Ending };

/** A process that an ending found, and what became of it. */
export interface EndingProcess {
  readonly pid: number;
  readonly startedAt: string;
  readonly command: string;
  readonly how: 'exited' | 'TERM' | 'KILL';
}
export interface LeftOver {
  readonly pid: number;
  readonly uid: number | null;
  readonly command: string;
  readonly why: LeftWhy;
}
export type LeftWhy = 'other-user' | 'will-not-end' | 'asked-to-leave' | 'not-proved';

/** What an ending came to; the host makes the receipt of it. */
export interface Ending {
  readonly gone: boolean;
  readonly proof: Proof;
  readonly mechanisms: Receipt['mechanisms'];
  /** At most 200. */
  readonly ended: readonly EndingProcess[];
  readonly endedCount: number;
  readonly left: readonly LeftOver[];
  readonly kept: readonly KeptProcess[];
  readonly freezeMs: number;
}

/** One process of a hold, as the supervisor lists it; the host adds what /proc tells. */
export interface Listed {
  readonly pid: number;
  readonly kept: boolean;
  /** Where only the supervisor can tell. */
  readonly command?: string;
  readonly startedAt?: string;
  readonly parent?: number;
}

/** Cuts a stream of bytes into the JSON objects of its lines. Both ends are ours, so a bad line is a fault of ours. */
export function lineReader<T>(onMessage: (message: T) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pending.push(chunk.subarray(from, end));
      const text = pending.length === 1 ? pending[0]!.toString('utf8') : Buffer.concat(pending).toString('utf8');
      pending = [];
      from = end + 1;
      onMessage(JSON.parse(text) as T);
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  };
}
