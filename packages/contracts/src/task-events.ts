import { z } from 'zod';
import type {
  AgentError,
  AgentId,
  BackgroundItem,
  ModelChoice,
  NoticeCode,
  NoticeLevel,
  StepKind,
  StepState,
  TurnOrigin,
} from './agent-events.ts';
import { type Card, card, type Question, question } from './card.ts';
import { openEnum } from './open.ts';
import { type Receipt, receipt } from './receipt.ts';

/** What every event of a task carries (CONTRACTS.md, `bureau run --json`). */
export interface EventHead {
  /** Counts from 1 within the task. */
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly task: string;
}

/** What happened in a task, by its type. */
export type TaskEventBody =
  | {
      readonly type: 'task';
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
  | {
      readonly type: 'turn';
      readonly state: 'started' | 'completed' | 'interrupted' | 'failed';
      readonly origin: TurnOrigin;
      readonly error?: AgentError;
      readonly summary?: string;
      readonly why?: string;
    }
  /** A message of the person; `state` tells what became of it. */
  | {
      readonly type: 'said';
      readonly messageId: string;
      readonly text: string;
      readonly state: 'queued' | 'sent' | 'read' | 'returned' | 'dropped';
      readonly files?: readonly string[];
      /** It waits until the running turn has ended. */
      readonly when?: 'after';
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
      readonly type: 'step';
      readonly stepId: string;
      readonly kind: StepKind;
      readonly title: string;
      readonly state: StepState;
      readonly exitCode?: number;
      /** The exact command or the tool's input as text; in the details. */
      readonly exact?: string;
      readonly parentStep?: string;
      readonly background?: boolean;
      /** Where its output is kept; asked for on demand. */
      readonly output?: { readonly id: string; readonly bytes: number };
      /** Came after the turn's end or the stop; the state before it stays. */
      readonly late?: boolean;
    }
  | { readonly type: 'output'; readonly stepId: string; readonly text: string }
  | {
      readonly type: 'request';
      readonly requestId: string;
      readonly kind: 'permission' | 'question';
      readonly card: Card;
      readonly questions?: readonly Question[];
      /** The AI's own words. */
      readonly explanation?: string;
      readonly exact: string;
      readonly raw: unknown;
      readonly stepId?: string;
      /** Bureau itself asks, before the agent starts. */
      readonly own?: boolean;
    }
  | {
      readonly type: 'request-closed';
      readonly requestId: string;
      readonly how: 'answered' | 'withdrawn' | 'expired';
      readonly answer?: string;
      readonly by?: string;
      /** The words of a refusal. */
      readonly message?: string;
      /** What was chosen, by question; secrets are left out. */
      readonly answers?: Readonly<Record<string, readonly string[]>>;
    }
  | {
      readonly type: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd?: number;
      readonly contextUsed?: number;
    }
  | { readonly type: 'background'; readonly items: readonly BackgroundItem[] }
  | {
      readonly type: 'notice';
      readonly level: NoticeLevel;
      readonly code: NoticeCode;
      readonly message: string;
      readonly detail?: string;
    }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'stopping'; readonly wish: 'stop' | 'finish' }
  | { readonly type: 'stopped'; readonly receipt: Receipt }
  | { readonly type: 'ended'; readonly how: 'finished' | 'stopped' | 'failed' | 'lost'; readonly message?: string }
  | { readonly type: 'archived'; readonly archived: boolean }
  | { readonly type: 'resumed'; readonly agentSessionId: string }
  /** The agent was let go because nothing ran; the next word brings it back in the same session. */
  | { readonly type: 'released'; readonly receipt: Receipt }
  /** Whether background work may start a turn when it ends. */
  | { readonly type: 'own-turns'; readonly allowed: boolean };

/** One event of a task, as the journal and every window have it. */
export type TaskEvent = EventHead & TaskEventBody;
/** The types of a `TaskEvent`. */
export type TaskEventType = TaskEventBody['type'];

const head = { seq: z.number().int(), at: z.string(), task: z.string() };
const loose = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.looseObject({ ...head, ...shape });

/** The events whose fields a reader relies on; any other type decodes by its head alone. */
export const taskEventSchemas = {
  task: loose({
    type: z.literal('task'),
    agent: z.string(),
    agentVersion: z.string().nullable(),
    folder: z.string(),
    prompt: z.string(),
  }),
  session: loose({ type: z.literal('session'), agentSessionId: z.string(), model: z.string().nullable() }),
  turn: loose({ type: z.literal('turn'), state: z.string(), origin: z.string() }),
  text: loose({ type: z.literal('text'), messageId: z.string(), text: z.string(), final: z.boolean() }),
  thinking: loose({ type: z.literal('thinking'), messageId: z.string(), text: z.string(), final: z.boolean() }),
  step: loose({
    type: z.literal('step'),
    stepId: z.string(),
    kind: z.string(),
    title: z.string(),
    state: z.string(),
    exitCode: z.number().optional(),
  }),
  request: loose({
    type: z.literal('request'),
    requestId: z.string(),
    kind: openEnum(['permission', 'question']),
    card,
    questions: z.array(question).optional(),
    explanation: z.string().optional(),
    exact: z.string(),
    raw: z.unknown(),
  }),
  'request-closed': loose({ type: z.literal('request-closed'), requestId: z.string(), how: z.string() }),
  usage: loose({ type: z.literal('usage'), inputTokens: z.number(), outputTokens: z.number() }),
  background: loose({
    type: z.literal('background'),
    items: z.array(z.looseObject({ id: z.string(), command: z.string() })),
  }),
  notice: loose({ type: z.literal('notice'), level: z.string(), code: z.string(), message: z.string() }),
  stopped: loose({ type: z.literal('stopped'), receipt }),
  ended: loose({ type: z.literal('ended'), how: z.string() }),
} as const;
const anyEvent = loose({ type: z.string() });

export interface UnknownEvent extends EventHead {
  readonly type: 'unknown';
  readonly raw: unknown;
}

/** An event from a host or a `run --json`; a type this reader does not know becomes `unknown`, never an error. */
export function decodeTaskEvent(value: unknown): TaskEvent | UnknownEvent {
  const base = anyEvent.parse(value);
  const schema = Object.hasOwn(taskEventSchemas, base.type)
    ? taskEventSchemas[base.type as keyof typeof taskEventSchemas]
    : undefined;
  if (schema) return schema.parse(value) as unknown as TaskEvent;
  return otherTypes.has(base.type)
    ? (value as TaskEvent)
    : { seq: base.seq, at: base.at, task: base.task, type: 'unknown', raw: value };
}
const otherTypes = new Set(['said', 'output', 'title', 'stopping', 'archived', 'resumed', 'released', 'own-turns']);

/** What `run --json` reads on stdin, and what a window sends for one task. */
export const taskCommand = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('answer'),
    requestId: z.string(),
    answer: z.enum(['allow', 'allow-similar', 'deny']),
    message: z.string().optional(),
    answers: z.record(z.string(), z.array(z.string())).optional(),
  }),
  /** `after`: it waits until the running turn has ended, and can be changed or dropped until then. Default `now`. */
  z.looseObject({
    type: z.literal('say'),
    text: z.string(),
    when: z.enum(['now', 'after']).optional(),
    /** Absolute paths of attached files. */
    files: z.array(z.string()).optional(),
  }),
  z.looseObject({ type: z.literal('stop') }),
  z.looseObject({ type: z.literal('finish') }),
]);
/** What a person can tell one task. */
export type TaskCommand = z.infer<typeof taskCommand>;
