import type { Held, HoldSpec } from '@bureau/containment';
import type { AgentAnswer, AgentError, AgentEvent, AgentFound, AgentId } from '@bureau/contracts';

/** How a driver starts its agent. The engine gives `hold`, so that it owns every process. */
export interface AgentStart {
  readonly task: string;
  readonly folder: string;
  /** The person's environment, whole; the driver adds nothing secret to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The agent's binary as `findAgent` gave it. */
  readonly binary: { readonly path: string; readonly version: string | null };
  readonly model?: string;
  /** The agent's own session id to go on with. */
  readonly resume?: string;
  /** Continue a session under a new id. */
  readonly fork?: boolean;
  /** Start in the agent's plan mode. */
  readonly plan?: boolean;
  /** Work without the folder's own programs (Claude: `--setting-sources user`). */
  readonly withoutFolderPrograms?: boolean;
  /** A background job's end must not start a turn. */
  readonly noOwnTurns?: boolean;
  /** Starts what the driver asks for; `startHeld` of `@bureau/containment` fits. */
  readonly hold: (spec: HoldSpec) => Held;
  /** Every event, in order; called synchronously while decoding, so it must be quick. */
  readonly onEvent: (event: AgentEvent) => void;
}

/** What a person says to an agent. */
export interface Message {
  /** Chosen by the caller; comes back in `said` when the agent has read it. */
  readonly id: string;
  readonly text: string;
  /** Absolute paths of attached files; images are sent as images. */
  readonly files?: readonly string[];
}

/** Whether the agent has taken it, or why not. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly error: AgentError };

/** A running agent. Its events stop after `exited`. */
export interface AgentSession {
  readonly agent: AgentId;
  readonly held: Held;
  /** Ready for the first message, or why not; bounded (30 s of silence is an error). */
  readonly ready: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AgentError }>;
  /** Starts a turn, or steers the running one. */
  say(message: Message): Promise<Sent>;
  /** Answers an open request. `unknown`: it isn't open (any more). */
  answer(key: string, answer: AgentAnswer): 'sent' | 'unknown';
  /** Asks the agent to end its turn, dropping what it has queued; resolves when it has, or after `limitMs`. */
  interrupt(limitMs: number): Promise<{ readonly done: boolean; readonly returned: readonly string[] }>;
  /** Finish: ends the agent's own background work as it offers to (Codex: clean, then unsubscribe, 5 s each). */
  settle(): Promise<{ readonly cleaned: boolean; readonly failures: readonly string[] }>;
  /** Stop's own piece, after `interrupt`: ends the agent's background terminals; the task isn't finished by it. */
  cleanBackground?(limitMs: number): Promise<{ readonly cleaned: boolean }>;
  /** Closes stdin politely so that the session log ends whole; resolves when the agent has gone, or after `limitMs`. */
  close(limitMs: number): Promise<{ readonly exited: boolean }>;
  /** A background item of the agent's own (Claude `stop_task`). */
  stopBackground?(id: string): Promise<boolean>;
  /** Another model from the next turn on, where the agent can change it. */
  setModel?(model: string): Promise<Sent>;
}

/** One agent CLI. */
export interface Driver {
  readonly agent: AgentId;
  /** Never rejects: what went wrong is in the events and in `ready`. */
  start(options: AgentStart): AgentSession;
}

/** Where agents are looked for. */
export interface FindOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ask a login shell for its PATH too (started from a dock or menu). */
  readonly loginShell?: boolean;
  /** Start what was found, to ask its version and login: for a doctor, not before every task. */
  readonly ask?: boolean;
}
/** Looks for one agent; what is wrong with it is in what it gives, never an exception. */
export type FindAgent = (agent: AgentId, options: FindOptions) => Promise<AgentFound>;
