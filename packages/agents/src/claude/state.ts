import type { ModelChoice, TurnOrigin } from '@bureau/contracts';
import type { OpenRequest } from './requests.ts';

/** A step that has begun and not ended. */
export interface OpenStep {
  readonly name: string;
  readonly input: unknown;
  /** The step of the sub-agent that does it. */
  readonly parent: string | undefined;
}

/** What Claude Code runs beside the conversation, as `task_started` told it. */
export interface Job {
  /** The command as it was run; a sub-agent's is what it was asked for. */
  readonly command: string;
  /** The step that started it. */
  readonly stepId: string | undefined;
  readonly isSubAgent: boolean;
}

/** What the driver knows of the conversation; only `translate` and `session` change it. */
export interface Conversation {
  readonly folder: string;
  sessionId: string | null;
  model: string | null;
  version: string | null;
  mode: string | null;
  models: readonly ModelChoice[];
  turn: { readonly origin: TurnOrigin } | null;
  readonly steps: Map<string, OpenStep>;
  readonly requests: Map<string, OpenRequest>;
  /** Steps that the person refused: their error result is «declined». */
  readonly refused: Set<string>;
  /** Messages sent and not yet read by the agent; by uuid, the caller's id. */
  readonly unread: Map<string, { readonly id: string; readonly text: string }>;
  /** Per message of the model: how many of its blocks were completed; gives the same id to pieces and whole. */
  readonly blocks: Map<string, number>;
  /** The model's message that streams now, by parent. */
  readonly streaming: Map<string, string>;
  /** Jobs by their own id, also those that hold up the turn; from their start to their end. */
  readonly jobs: Map<string, Job>;
  /** The jobs that run in the background now: id and what Claude Code calls it. */
  readonly background: Map<string, string>;
  /** Unknown kinds that were told already. */
  readonly toldUnknown: Set<string>;
}

export const begin = (folder: string): Conversation => ({
  folder,
  sessionId: null,
  model: null,
  version: null,
  mode: null,
  models: [],
  turn: null,
  steps: new Map(),
  requests: new Map(),
  refused: new Set(),
  unread: new Map(),
  blocks: new Map(),
  streaming: new Map(),
  jobs: new Map(),
  background: new Map(),
  toldUnknown: new Set(),
});
