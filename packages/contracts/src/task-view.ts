import type { AgentId, BackgroundItem, ModelChoice, StepKind, StepState, TurnOrigin } from './agent-events.ts';
import type { Receipt } from './receipt.ts';
import type { TaskEvent } from './task-events.ts';

/** How a task stands. */
export type TaskState = 'starting' | 'working' | 'waiting' | 'idle' | 'stopping' | 'ended';

/** A line of `bureau tasks --json`, and an entry of the window's list. */
export interface TaskSummary {
  readonly task: string;
  readonly agent: AgentId;
  readonly agentVersion: string | null;
  readonly folder: string;
  readonly title: string;
  readonly state: TaskState;
  readonly how?: 'finished' | 'stopped' | 'failed' | 'lost';
  /** Open requests. */
  readonly waiting: number;
  readonly startedAt: string;
  readonly changedAt: string;
  readonly agentSessionId: string | null;
  readonly archived: boolean;
  /** The last event's number. */
  readonly seq: number;
  /** What it does now, in plain words. */
  readonly doing: string;
  readonly message?: string;
}

/** A step, as one line of the transcript. */
export interface StepLine {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly title: string;
  readonly state: StepState;
}
/** A turn, folded to a few lines. */
export interface TurnLine {
  readonly origin: TurnOrigin;
  readonly state: 'started' | 'completed' | 'interrupted' | 'failed';
  /** The first 60 characters. */
  readonly prompt: string;
  /** The first 120 characters of the answer. */
  readonly answer: string;
  readonly steps: readonly StepLine[];
  readonly summary?: string;
  /** Sequence numbers of its first and last event: the rest is fetched on demand. */
  readonly from: number;
  readonly to: number;
}

/** What a window needs to show a task at once, small whatever its history. */
export interface TaskSnapshot {
  readonly summary: TaskSummary;
  readonly turns: readonly TurnLine[];
  /** Events of what is open: the running turn, open requests, the last receipt. */
  readonly live: readonly TaskEvent[];
  readonly queued: readonly { readonly messageId: string; readonly text: string }[];
  readonly background: readonly BackgroundItem[];
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costUsd?: number;
    readonly contextUsed?: number;
  } | null;
  readonly models: readonly ModelChoice[];
  readonly receipt: Receipt | null;
  /** Turns before the ones named here; `task.events` has them. */
  readonly earlierTurns?: number;
}
