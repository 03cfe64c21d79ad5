import type {
  AgentId,
  AnswerId,
  BackgroundItem,
  ModelChoice,
  Receipt,
  StepKind,
  StepState,
  TaskSnapshot,
  TurnLine,
  TurnOrigin,
} from '@bureau/contracts';

/** Turns and steps a snapshot names one by one; older ones are counted and fetched on demand. */
export const turnsKept = 100;
export const stepsKept = 60;
/** Steps of the open turn. */
export const turnStepsKept = 300;
/** Steps of earlier turns that still run: the newest; an agent that never closes one must not make every turn slower. */
export const runningKept = 100;

export interface OpenStep {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly title: string;
  readonly state: StepState;
  /** Sequence number of the event that began it. */
  readonly from: number;
  readonly parentStep?: string;
  readonly background?: boolean;
}
export interface OpenRequest {
  readonly kind: 'permission' | 'question';
  readonly title: string;
  readonly answers: readonly AnswerId[];
  /** The ids of its questions, and which of them take more than one answer. */
  readonly questions: readonly { readonly id: string; readonly multiple: boolean; readonly secret: boolean }[];
  readonly stepId?: string;
  readonly seq: number;
  /** Asked by Bureau before the start, not by the agent. */
  readonly own: boolean;
}
export interface Saying {
  readonly messageId: string;
  readonly text: string;
  readonly state: 'queued' | 'sent';
  readonly when?: 'after';
  readonly files?: readonly string[];
}
export interface OpenTurn {
  readonly origin: TurnOrigin;
  readonly from: number;
  readonly prompt: string;
  readonly answer: string;
}

/** All that is known of a task: events folded together. Plain JSON; bounded, whatever the task's history. */
export interface TaskState {
  readonly task: string;
  readonly seq: number;
  readonly agent: AgentId;
  readonly agentVersion: string | null;
  readonly folder: string;
  readonly title: string;
  readonly model: string | null;
  readonly startedAt: string;
  readonly changedAt: string;
  /** `starting` until the agent is ready; `idle` also when it was let go; `ended` until it is resumed. */
  readonly phase: 'starting' | 'idle' | 'working' | 'stopping' | 'ended';
  readonly how?: 'finished' | 'stopped' | 'failed' | 'lost';
  readonly message?: string;
  readonly agentSessionId: string | null;
  readonly archived: boolean;
  readonly ownTurns: boolean;
  readonly turns: readonly TurnLine[];
  /** Turns that are no longer named one by one. */
  readonly earlierTurns: number;
  readonly turn: OpenTurn | null;
  /** How the last turn of the person ended; decides the exit code of a run. */
  readonly lastTurn: 'completed' | 'interrupted' | 'failed' | null;
  /** Steps of the open turn, and before them those that run on after theirs. */
  readonly steps: readonly OpenStep[];
  readonly requests: Readonly<Record<string, OpenRequest>>;
  /** Messages that the agent has not read yet. */
  readonly saying: readonly Saying[];
  /** The beginning of what was said since the last turn began: names the next one. */
  readonly nextPrompt: string;
  readonly background: readonly BackgroundItem[];
  readonly usage: TaskSnapshot['usage'];
  readonly models: readonly ModelChoice[];
  readonly receipt: Receipt | null;
  readonly receiptSeq: number | null;
  /** The highest number given so far in an id of a step, a message or a request. */
  readonly ids: number;
}

export const initialState: TaskState = {
  task: '',
  seq: 0,
  agent: 'practice',
  agentVersion: null,
  folder: '',
  title: '',
  model: null,
  startedAt: '',
  changedAt: '',
  phase: 'starting',
  agentSessionId: null,
  archived: false,
  ownTurns: true,
  turns: [],
  earlierTurns: 0,
  turn: null,
  lastTurn: null,
  steps: [],
  requests: {},
  saying: [],
  nextPrompt: '',
  background: [],
  usage: null,
  models: [],
  receipt: null,
  receiptSeq: null,
  ids: 0,
};

/** The newest are asked for most. */
export const stepOf = (state: TaskState, stepId: string): OpenStep | undefined =>
  state.steps.findLast((step) => step.stepId === stepId);

/** The steps of the open turn, in order. */
export const turnSteps = (state: TaskState): readonly OpenStep[] => {
  const { turn } = state;
  return turn ? state.steps.filter(({ from }) => from >= turn.from) : [];
};
