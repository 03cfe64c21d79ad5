import type { Action } from './action.ts';
import type { Question } from './card.ts';

/** The agents that Bureau can hand work to. */
export const agentIds = ['claude', 'codex', 'practice'] as const;
/** One of `agentIds`. */
export type AgentId = (typeof agentIds)[number];

/** Kinds of a step. */
export const stepKinds = ['command', 'edit', 'read', 'search', 'web', 'mcp', 'agent', 'other'] as const;
/** One of `stepKinds`. */
export type StepKind = (typeof stepKinds)[number];
/** How a step stands. `declined`: a person said no to it. */
export const stepStates = ['running', 'completed', 'failed', 'declined', 'interrupted'] as const;
/** One of `stepStates`. */
export type StepState = (typeof stepStates)[number];
/** What began a turn: a person's words, or the end of work in the background. */
export type TurnOrigin = 'user' | 'background';
/** How much a notice matters. */
export type NoticeLevel = 'info' | 'warning' | 'error';

/** The codes of CONTRACTS.md, and Bureau's own. New ones may be added. */
export type NoticeCode =
  | 'line-bad'
  | 'line-too-long'
  | 'unknown-message'
  | 'unknown-request'
  | 'late-answer'
  | 'bad-command'
  | 'duplicate-request'
  | 'retry'
  | 'rate-limit'
  | 'model-changed'
  | 'not-asked'
  | 'not-logged-in'
  | 'agent-stderr'
  | 'agent-broken'
  | 'settle-failed'
  | 'empty-folders'
  | 'git-lock'
  | 'auto-answered'
  | (string & {});

/** Something that the agent lets run on in the background, by the agent's own word. */
export interface BackgroundItem {
  readonly id: string;
  readonly command: string;
  readonly pid?: number;
  readonly ports?: readonly number[];
}

/** What «don't ask again» would cover, as the agent itself offered it. */
export type SimilarOffer =
  /** Claude Code: the rule it suggested, its destination already made `session`. */
  | { readonly kind: 'rule'; readonly toolName: string; readonly ruleContent?: string }
  /** Claude Code: the mode it suggested (`acceptEdits`). */
  | { readonly kind: 'mode'; readonly mode: string }
  /** Claude Code: a folder it asked to add. */
  | { readonly kind: 'folder'; readonly folders: readonly string[] }
  /** Codex `acceptForSession`: this exact command, or the same file. */
  | { readonly kind: 'exact' };

/** What an agent waits on: a permission, or answers to questions. */
export type AgentRequest =
  | {
      readonly kind: 'permission';
      readonly action: Action;
      /** The AI's own words on it. */
      readonly explanation?: string;
      /** Why the agent asks, in its words (Claude `decision_reason`, Codex `reason`). */
      readonly reason?: string;
      /** The exact text that would run, or the change as text. */
      readonly exact: string;
      readonly stepId?: string;
      readonly similar?: readonly SimilarOffer[];
      /** True for a plan that waits for approval (ExitPlanMode). */
      readonly plan?: boolean;
    }
  | {
      readonly kind: 'question';
      readonly questions: readonly Question[];
      readonly explanation?: string;
      readonly stepId?: string;
    };

/** Why an agent, or a turn of it, failed: which message is shown depends on it. */
export type AgentErrorCode =
  | 'not-installed'
  | 'not-logged-in'
  | 'not-reachable'
  | 'broken-config'
  | 'limit'
  | 'too-long'
  | 'model'
  | 'refused'
  | 'exited'
  | 'silent'
  | 'session-unknown'
  | 'protocol'
  | 'start'
  | 'other';

/** Why an agent, or a turn of it, failed. */
export interface AgentError {
  readonly code: AgentErrorCode;
  /** For people: what happened, what it means, what to do. */
  readonly message: string;
  /** The agent's own words. */
  readonly detail?: string;
}

/** A model that the agent offers. */
export interface ModelChoice {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly isDefault: boolean;
}

/** The one language that every driver translates its agent's protocol to. */
export type AgentEvent =
  | {
      readonly type: 'session';
      readonly agentSessionId: string;
      readonly model?: string;
      readonly agentVersion?: string;
      /** Set when the person's own settings mean that nothing, or less, is asked: which setting that is. */
      readonly asksLess?: string;
      readonly models?: readonly ModelChoice[];
    }
  | { readonly type: 'turn-started'; readonly origin: TurnOrigin; readonly why?: string }
  | {
      readonly type: 'turn-ended';
      readonly state: 'completed' | 'interrupted' | 'failed';
      readonly origin: TurnOrigin;
      readonly error?: AgentError;
    }
  /** Without `final`, the next piece; with it, the whole message. */
  | {
      readonly type: 'text';
      readonly messageId: string;
      readonly text: string;
      readonly final: boolean;
      readonly parentStep?: string;
    }
  | { readonly type: 'thinking'; readonly messageId: string; readonly text: string; readonly final: boolean }
  | {
      readonly type: 'step-started';
      readonly stepId: string;
      readonly kind: StepKind;
      readonly action: Action;
      readonly parentStep?: string;
      readonly background?: boolean;
    }
  | { readonly type: 'step-output'; readonly stepId: string; readonly text: string }
  | {
      readonly type: 'step-ended';
      readonly stepId: string;
      readonly state: Exclude<StepState, 'running'>;
      readonly exitCode?: number;
      readonly output?: string;
      /** Came after its turn had ended; fills in, never wakes. */
      readonly late?: boolean;
    }
  | { readonly type: 'request-opened'; readonly key: string; readonly request: AgentRequest; readonly raw: unknown }
  | { readonly type: 'request-closed'; readonly key: string; readonly how: 'answered' | 'withdrawn' }
  | { readonly type: 'background'; readonly items: readonly BackgroundItem[] }
  | {
      readonly type: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd?: number;
      readonly contextUsed?: number;
    }
  /** A message of the person reached the agent (Claude's replay, Codex's userMessage item). */
  | { readonly type: 'said'; readonly messageId: string; readonly text: string }
  | {
      readonly type: 'notice';
      readonly level: NoticeLevel;
      readonly code: NoticeCode;
      readonly message: string;
      readonly detail?: string;
    }
  | {
      readonly type: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      readonly expected: boolean;
      readonly error?: AgentError;
    };

/** What the engine answers an agent's request with. */
export type AgentAnswer =
  | { readonly answer: 'allow' }
  | { readonly answer: 'allow-similar' }
  | { readonly answer: 'deny'; readonly message?: string; readonly endTurn?: boolean }
  | { readonly answer: 'answers'; readonly answers: Readonly<Record<string, readonly string[]>> };
