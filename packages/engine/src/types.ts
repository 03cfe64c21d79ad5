import type { Driver, FindAgent } from '@bureau/agents';
import type { Held, HoldRecord, HoldSpec, Recovered } from '@bureau/containment';
import type {
  AgentId,
  HostCalls,
  NoticeCode,
  NoticeLevel,
  Settings,
  TaskCommand,
  TaskEvent,
  TaskSnapshot,
  TaskSummary,
  UnknownRecord,
} from '@bureau/contracts';
import type { Language, ReadAction, StepTitle, TurnSummary } from '@bureau/plain-words';

/** Time as the engine sees it; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never go back. */
  steady(): number;
  /** Calls once after `ms`; the returned function takes it back. */
  after(ms: number, call: () => void): () => void;
}

/** Plain-words' door, loaded when it is first needed. */
export interface Words {
  readonly readAction: ReadAction;
  /** While it runs: «Running npm test». */
  readonly stepNow: StepTitle;
  /** When it is done: «Ran npm test». */
  readonly stepTitle: StepTitle;
  readonly turnSummary: TurnSummary;
  /** Makes ready a language that the person chose; English is always there. */
  readonly loadLanguage?: (language: Language) => Promise<void>;
}

/** A short command outside every task (git, asked by a look). Bounded; `null` when it can't be run. */
export type RunAside = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly limitMs: number },
) => Promise<{ readonly code: number | null; readonly stdout: string } | null>;

export interface EngineOptions {
  /** Absolute; made with mode 0700 when it isn't there. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly language: Language;
  /** A driver is loaded when its agent is first started. */
  readonly drivers: { readonly [Agent in AgentId]?: () => Promise<Driver> };
  readonly findAgent: FindAgent;
  readonly hold: (spec: HoldSpec) => Held;
  readonly recoverHold: (record: HoldRecord) => Promise<Recovered>;
  readonly words: () => Promise<Words>;
  /** Which other programs the commands of a task asked to go on (docker, cron, ssh …), read from their text. */
  readonly handedOver?: (command: string) => HandedOverFound;
  /** Whether the process of that start still lives, and when one started: names an owner for ever. */
  readonly isAlive: (pid: number, startTicks?: string) => boolean;
  readonly processStart: (pid: number) => string | undefined;
  readonly runAside?: RunAside;
  readonly clock?: Clock;
  /** Milliseconds after which an idle agent with nothing running is let go; `null` never. Default 15 minutes. */
  readonly idleReleaseMs?: number | null;
  /** Where sentences for the log go (nothing of a prompt, an output or an environment). */
  readonly log?: (level: 'info' | 'warning' | 'error', message: string, facts?: UnknownRecord) => void;
}
export type HandedOverFound = readonly {
  readonly to: 'docker' | 'cron' | 'at' | 'systemd' | 'ssh' | 'other';
  readonly command: string;
}[];

/** What went wrong with a call; `message` is for people. */
export interface EngineError {
  readonly code:
    | 'folder-missing'
    | 'not-a-folder'
    | 'folder-unreadable'
    | 'prompt-empty'
    | 'prompt-too-long'
    | 'agent-unknown'
    | 'task-unknown'
    | 'task-ended'
    | 'task-running'
    | 'late-answer'
    | 'wrong-answer'
    | 'not-here'
    | 'wrong-use'
    | 'journal'
    | 'conflict'
    | 'closing'
    | (string & {});
  readonly message: string;
}
export type Result<Value> = ({ readonly ok: true } & Value) | { readonly ok: false; readonly error: EngineError };

export interface StartRequest {
  readonly agent: AgentId;
  readonly folder: string;
  readonly prompt: string;
  readonly model?: string;
  /** The agent's own session to go on with. */
  readonly resume?: string;
  readonly fork?: boolean;
  readonly plan?: boolean;
  /** Absolute paths of attached files. */
  readonly files?: readonly string[];
  /** Nobody can answer (`run --no-input`): permissions and questions are refused, and it finishes with its turn. */
  readonly noInput?: boolean;
  /** Who asked for it; shown with answers: «window», «terminal». */
  readonly by?: string;
}

/** The calls of `HostCalls` that the engine answers itself; the host decodes their parameters. */
export type EngineMethod = Exclude<
  keyof HostCalls,
  | 'doctor'
  | 'folders.list'
  | 'folders.create'
  | 'folders.practice'
  | 'files.attach'
  | 'office.log'
  | 'office.day'
  | 'office.find'
>;
/** Each rejects with a `CallError` when it can't be done. */
export type EngineCalls = {
  readonly [Method in EngineMethod]: (params: HostCalls[Method]['params']) => Promise<HostCalls[Method]['value']>;
};

/** The collector's cursors, and other small things that outlive a process: a key and a JSON value. */
export interface SmallStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

export interface Engine {
  /** Starts a task. Its first events come at once; what goes wrong later is in them. */
  start(request: StartRequest): Promise<Result<{ readonly task: string }>>;
  /** One of `run --json`'s commands. `by` names who gave it: the first answer wins, the others are told. */
  command(task: string, command: TaskCommand, by?: string): Promise<Result<object>>;
  /** Puts a notice into a task of this process, for what went wrong on the way to it (a line that could not be read). */
  note(
    task: string,
    notice: {
      readonly level: NoticeLevel;
      readonly code: NoticeCode;
      readonly message: string;
      readonly detail?: string;
    },
  ): void;
  /** Every event of every task of this process, journaled before it is told, in order. Returns how to stop listening. */
  onEvents(listener: (task: string, events: readonly TaskEvent[]) => void): () => void;
  /** Entries of the list that have changed or gone; also of tasks that other processes own. */
  onTasks(listener: (changed: readonly TaskSummary[], removed: readonly string[]) => void): () => void;
  tasks(): readonly TaskSummary[];
  summary(task: string): TaskSummary | null;
  /** What a window needs at once; `null` for an unknown task. */
  snapshot(task: string): TaskSnapshot | null;
  /** Events `from` to `to` (both included). Pieces of finished messages have been folded into the whole ones. */
  events(task: string, from: number, to: number): readonly TaskEvent[];
  /** Whole events after `seq` when they are all still at hand, else `null` (send a snapshot). */
  eventsAfter(task: string, seq: number): readonly TaskEvent[] | null;
  readonly calls: EngineCalls;
  settings(): Settings;
  readonly cursors: SmallStore;
  /** What is wrong with the journal, in words; `null` when nothing is. */
  trouble(): string | null;
  /** Ends what dead processes left behind and says so in their tasks. Called once after opening. */
  recover(): Promise<readonly { readonly task: string; readonly state: Recovered['state'] }[]>;
  /** Stops every task of this process, then closes the journal. Bounded (10 s a stop, side by side). */
  close(options?: { readonly wish?: 'stop' | 'finish' }): Promise<void>;
}

/** What a call rejects with. */
export class CallError extends Error {
  readonly code: EngineError['code'];
  constructor(error: EngineError) {
    super(error.message);
    this.name = 'CallError';
    this.code = error.code;
  }
}
