import type {
  AgentError,
  Card,
  NoticeLevel,
  Question,
  Receipt,
  StepKind,
  StepState,
  TurnLine,
  TurnOrigin,
} from '@bureau/contracts';

interface RowHead {
  /** Stable for the life of a view: a list key. */
  readonly key: string;
  readonly seq: number;
  /** ISO 8601; empty where a snapshot's preview doesn't tell. */
  readonly at: string;
}

/** Words of the person. */
export interface SaidRow extends RowHead {
  readonly kind: 'said';
  /** Null for the words a task or turn began with. */
  readonly messageId: string | null;
  readonly text: string;
  readonly state: 'queued' | 'sent' | 'read' | 'returned' | 'dropped';
  readonly files: readonly string[];
  /** Only the beginning is here; `TaskStore.loadTurn` brings the rest. */
  readonly preview: boolean;
}
/** A turn of the past, as the snapshot names it; `TaskStore.loadTurn(line.from)` puts its rows in its place. */
export interface PastTurnRow extends RowHead {
  readonly kind: 'past-turn';
  readonly line: TurnLine;
  readonly loading: boolean;
  /** Why it could not be loaded. */
  readonly problem: string | null;
}
export interface TurnStartRow extends RowHead {
  readonly kind: 'turn-started';
  readonly origin: TurnOrigin;
  /** Why a turn began by itself. */
  readonly why: string;
}
export interface TurnEndRow extends RowHead {
  readonly kind: 'turn-ended';
  readonly origin: TurnOrigin;
  readonly state: 'completed' | 'interrupted' | 'failed';
  readonly error: AgentError | null;
  /** What was done, in a line of plain words; empty where nothing was. */
  readonly summary: string;
}
export interface TextRow extends RowHead {
  readonly kind: 'text' | 'thinking';
  readonly messageId: string;
  readonly text: string;
  readonly final: boolean;
  readonly parentStep: string | null;
}
export interface StepRow extends RowHead {
  readonly kind: 'step';
  readonly stepId: string;
  readonly step: StepKind;
  readonly title: string;
  readonly state: StepState;
  readonly exitCode: number | null;
  readonly exact: string | null;
  readonly parentStep: string | null;
  readonly background: boolean;
  /** What it printed is asked for with `task.output`. */
  readonly output: { readonly id: string; readonly bytes: number } | null;
  /** The end of what it has printed so far, where the host streams that. */
  readonly tail: string;
}
export interface RequestRow extends RowHead {
  readonly kind: 'request';
  readonly requestId: string;
  readonly request: 'permission' | 'question';
  readonly card: Card;
  readonly questions: readonly Question[];
  readonly explanation: string | null;
  readonly exact: string;
  readonly raw: unknown;
  readonly stepId: string | null;
  /** Bureau itself asks, before the agent starts. */
  readonly own: boolean;
  /** Null while it waits. */
  readonly closed: RequestClosed | null;
}
export interface RequestClosed {
  readonly how: 'answered' | 'withdrawn' | 'expired';
  readonly answer: string | null;
  readonly by: string | null;
  readonly at: string;
  readonly message: string | null;
  readonly answers: Readonly<Record<string, readonly string[]>> | null;
}
export interface NoticeRow extends RowHead {
  readonly kind: 'notice';
  readonly level: NoticeLevel;
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
}
export interface ReceiptRow extends RowHead {
  readonly kind: 'receipt';
  readonly receipt: Receipt;
  /** The agent was only let go because nothing ran. */
  readonly released: boolean;
}
export interface EndedRow extends RowHead {
  readonly kind: 'ended';
  readonly how: 'finished' | 'stopped' | 'failed' | 'lost';
  readonly message: string;
}
export interface ResumedRow extends RowHead {
  readonly kind: 'resumed';
}

/** A line of a transcript. A row never changes: what happens to it puts a new row in its place. */
export type Row =
  | SaidRow
  | PastTurnRow
  | TurnStartRow
  | TurnEndRow
  | TextRow
  | StepRow
  | RequestRow
  | NoticeRow
  | ReceiptRow
  | EndedRow
  | ResumedRow;
