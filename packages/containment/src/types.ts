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
  /** `pipe`: the caller writes and closes it; `inherit`: the caller's own. Default `ignore` (/dev/null). */
  readonly stdin?: 'pipe' | 'ignore' | 'inherit';
  /** `inherit` passes the command's output straight through. Default `pipe`. */
  readonly output?: 'pipe' | 'inherit';
  /** Whether a later process can find this hold again (`recoverHold`). Default true. */
  readonly recoverable?: boolean;
  /** False does without a cgroup where one could be had: for measuring and testing the sub-reaper alone. */
  readonly cgroup?: boolean;
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

/** Whether a command could be started, and as what. */
export type Started =
  | { readonly ok: true; readonly pid: number; readonly startedAt: string; readonly record: HoldRecord }
  | { readonly ok: false; readonly error: StartError };

/** What is written down so that a hold can be found again after a crash. Plain JSON. */
export interface HoldRecord {
  readonly task: string;
  /** Names this very hold: BUREAU_HOLD in the environment of everything in it; records of older versions have none. */
  readonly hold?: string;
  readonly supervisor: { readonly pid: number; readonly startTicks: string };
  readonly agent: { readonly pid: number; readonly startTicks: string };
  readonly cgroup: string | null;
  /** Of this boot; another boot means that nothing of it can live. */
  readonly bootId: string;
  readonly platform: string;
  /** Where a later process can reach the supervisor of kept work; null where there is none. */
  readonly socket: string | null;
}

/** How politely a stop goes about it; without any of it, it freezes and kills. */
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

/** What `startHeld` gives: a `Held` that can also let go. */
export interface Leavable extends Held {
  /** Lets go of what the command left when it ended by itself: the receipt lists it as left, asked to leave. */
  leave(): Promise<Receipt>;
}

/** What became of a hold that a crashed process left. */
export interface Recovered {
  readonly record: HoldRecord;
  readonly state: 'gone' | 'ended-now' | 'kept' | 'left' | 'other-boot';
  readonly receipt: Receipt;
  /** The door to work that was kept and still runs; only when `state` is `kept`. */
  readonly kept?: KeptWork | null;
}

/** Work that a person kept, held on by its supervisor after its host was gone. */
export interface KeptWork {
  /** What of it runs now. */
  list(): Promise<readonly RunningProcess[]>;
  /** Ends one process and what it started. */
  stopOne(pid: number): Promise<Receipt>;
  /** Ends all of it. */
  stop(): Promise<Receipt>;
  /** All of it has ended. */
  readonly closed: Promise<void>;
  /** Lets go of the door; the work goes on. */
  release(): void;
}

/** What this machine can hold with, found by trying, not by assuming. */
export interface Means {
  readonly mechanisms: readonly ('cgroup' | 'subreaper' | 'job-object' | 'scan')[];
  readonly canProve: boolean;
  readonly detail: string;
}
