import type {
  AgentError,
  AgentId,
  AnswerId,
  BackgroundItem,
  Card,
  ModelChoice,
  NoticeCode,
  NoticeLevel,
  Question,
  Receipt,
  StepKind,
  StepState,
  TaskEventBody,
  TurnOrigin,
} from '@bureau/contracts';
import type { EngineError } from '../types.ts';

/** Whatever may change a task: a wish of a person, or what its agent said, translated (own ids, readings). */
export type TaskInput =
  | {
      readonly type: 'create';
      readonly agent: AgentId;
      readonly agentVersion: string | null;
      readonly folder: string;
      readonly prompt: string;
      readonly title?: string;
      readonly model?: string;
      readonly resume?: string;
      readonly plan?: boolean;
    }
  | {
      readonly type: 'session';
      readonly agentSessionId: string;
      readonly model: string | null;
      readonly agentVersion?: string;
      readonly models?: readonly ModelChoice[];
    }
  | { readonly type: 'turn-started'; readonly origin: TurnOrigin; readonly why?: string }
  | {
      readonly type: 'turn-ended';
      readonly state: 'completed' | 'interrupted' | 'failed';
      readonly origin: TurnOrigin;
      readonly error?: AgentError;
      readonly summary?: string;
    }
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
      readonly title: string;
      readonly exact?: string;
      readonly parentStep?: string;
      readonly background?: boolean;
    }
  | {
      readonly type: 'step-ended';
      readonly stepId: string;
      readonly state: Exclude<StepState, 'running'>;
      /** How it is called now that it is over («Ran …» for «Runs …»). */
      readonly title?: string;
      readonly exitCode?: number;
      readonly output?: { readonly id: string; readonly bytes: number };
      readonly late?: boolean;
    }
  | {
      readonly type: 'request-opened';
      readonly requestId: string;
      readonly kind: 'permission' | 'question';
      readonly card: Card;
      readonly questions?: readonly Question[];
      readonly explanation?: string;
      readonly exact: string;
      readonly raw: unknown;
      readonly stepId?: string;
      readonly own?: boolean;
    }
  | { readonly type: 'request-closed'; readonly requestId: string; readonly how: 'answered' | 'withdrawn' | 'expired' }
  | { readonly type: 'background'; readonly items: readonly BackgroundItem[] }
  | {
      readonly type: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd?: number;
      readonly contextUsed?: number;
    }
  | {
      readonly type: 'notice';
      readonly level: NoticeLevel;
      readonly code: NoticeCode;
      readonly message: string;
      readonly detail?: string;
    }
  /** A person speaks. */
  | {
      readonly type: 'say';
      readonly messageId: string;
      readonly text: string;
      readonly files?: readonly string[];
      readonly when?: 'now' | 'after';
    }
  /** What became of a message. */
  | {
      readonly type: 'said';
      readonly messageId: string;
      readonly state: 'sent' | 'read' | 'returned' | 'dropped';
    }
  | { readonly type: 'queue-edit'; readonly messageId: string; readonly text: string | null }
  | {
      readonly type: 'answer';
      readonly requestId: string;
      readonly answer: AnswerId;
      readonly message?: string;
      readonly answers?: Readonly<Record<string, readonly string[]>>;
      readonly by?: string;
    }
  | { readonly type: 'stop' }
  | { readonly type: 'finish' }
  /** The agent's own background work was ended by its own word. */
  | { readonly type: 'cleaned' }
  | { readonly type: 'stopped'; readonly receipt: Receipt }
  | { readonly type: 'released'; readonly receipt: Receipt }
  | {
      readonly type: 'end';
      readonly how: 'finished' | 'stopped' | 'failed' | 'lost';
      readonly message?: string;
      /** Its owner died: what was open is closed without a word of the agent. */
      readonly error?: AgentError;
    }
  | { readonly type: 'resume'; readonly messageId: string; readonly text: string; readonly files?: readonly string[] }
  | { readonly type: 'rename'; readonly title: string }
  | { readonly type: 'archive'; readonly archived: boolean }
  | { readonly type: 'own-turns'; readonly allowed: boolean };

/** What follows from an input: events, and where a wish can't be met, why. */
export interface Decision {
  readonly events: readonly TaskEventBody[];
  readonly refused?: EngineError;
}
