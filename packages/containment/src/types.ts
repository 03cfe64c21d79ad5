import type { Readable, Writable } from 'node:stream';
import type { EndedProcess, Receipt, RunningProcess, StopReason } from '@bureau/contracts';

/** How a command is started inside a hold. */
export interface HoldSpec {
  /** A program's path or a name on PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the command; `BUREAU_TASK` is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names the work: it is put into the environment as BUREAU_TASK and into the hold's record. */
  readonly task: string;
  /** `pipe`: the caller writes and closes it. Default `ignore` (/dev/null). */
  readonly stdin?: 'pipe' | 'ignore';
  /** `inherit` passes the command's output straight through. Default `pipe`. */
  readonly output?: 'pipe' | 'inherit';
}

/** Why a command could not be started. Nothing is left behind. */
export interface StartError {
  readonly code:
    | 'not-found'
    | 'not-executable'
    | 'folder-missing'
    | 'not-a-folder'
    | 'too-long'
    | 'bad-environment'
    | 'no-hold'
    | 'stopped'
    | 'other';
  readonly message: string;
}

export type Started =
  | { readonly ok: true; readonly pid: number; readonly startedAt: string; readonly record: HoldRecord }
  | { readonly ok: false; readonly error: StartError };

/** What is written down so that a hold can be found again after a crash. Plain JSON. */
export interface HoldRecord {
  readonly task: string;
  readonly supervisor: { readonly pid: number; readonly startTicks: string };
  readonly agent: { readonly pid: number; readonly startTicks: string };
  readonly cgroup: string | null;
  /** Of this boot; another boot means that nothing of it can live. */
  readonly bootId: string;
  readonly platform: string;
  /** Where a later process can reach the supervisor of kept work; null where there is none. */
  readonly socket: string | null;
}

export interface StopOptions {
  /** Milliseconds between TERM and KILL; 0 (the default) freezes and kills at once. */
  readonly graceMs?: number;
  /** Sent before TERM, with its own delay. */
  readonly firstSignal?: { readonly signal: 'SIGINT' | 'SIGHUP'; readonly delayMs: number };
  readonly reason?: StopReason;
}

/** A started command and everything that comes out of it. Its owner calls `stop` exactly until it has a receipt. */
export interface Held {
  readonly task: string;
  /** Settles within bounded time, also when the command can't be started. */
  readonly started: Promise<Started>;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  /** The command itself ended; what it left may still run. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** The hold itself is over: everything ended, or the supervisor was lost (`lost: true`). */
  readonly closed: Promise<{ readonly lost: boolean }>;
  /** What runs now, the agent included. */
  list(): Promise<readonly RunningProcess[]>;
  /** Freezes and kills everything but the agent and what is kept; the hold stays. */
  killWork(): Promise<{ readonly ended: readonly EndedProcess[]; readonly msFreeze: number }>;
  /** Ends one process and what it started. */
  stopOne(pid: number): Promise<Receipt>;
  /** Ends everything but what is kept, and proves it. A second call during the first drops all politeness. */
  stop(options?: StopOptions): Promise<Receipt>;
  /** Takes a process and its descendants out of what `stop` ends. False when it isn't in this hold. */
  keep(pid: number): Promise<boolean>;
}

/** What became of a hold that a crashed process left. */
export interface Recovered {
  readonly record: HoldRecord;
  readonly state: 'gone' | 'ended-now' | 'kept' | 'left' | 'other-boot';
  readonly receipt: Receipt;
}

/** What this machine can hold with, found by trying, not by assuming. */
export interface Means {
  readonly mechanisms: readonly ('cgroup' | 'subreaper' | 'job-object' | 'scan')[];
  readonly canProve: boolean;
  readonly detail: string;
}
