import type { AgentAnswer, AgentError, AgentEvent, ModelChoice, Question, TurnOrigin } from '@bureau/contracts';
import type { Message } from '../types.ts';
import type { Json } from './json.ts';

/** An id of a message of Codex; 0 is a real one. */
export type RpcId = number | string;

/** What a call of ours was made for; comes back with its result. */
export type Purpose =
  | { readonly for: 'initialize' | 'account' | 'models' | 'thread' | 'unarchive' }
  | { readonly for: 'turn' | 'steer'; readonly message: Message }
  | { readonly for: 'interrupt' | 'clean' | 'unsubscribe' | 'quiet-interrupt' | 'settle-interrupt' | 'just-clean' }
  /** Of one thread: a sub-agent has its own terminals. */
  | { readonly for: 'terminals' | 'clean-agent'; readonly threadId: string };

export interface RpcFailure {
  /** The code of Codex, or what happened on our side of the line. */
  readonly code: number | 'timeout' | 'closed';
  readonly message: string;
}

/** What a session was asked to start with. */
export interface StartWish {
  readonly folder: string;
  readonly model?: string;
  readonly resume?: string;
  readonly fork?: boolean;
  readonly plan?: boolean;
  readonly noOwnTurns?: boolean;
  readonly clientVersion: string;
}

/** Everything that can happen to a session, in the order it did. */
export type Input =
  | { readonly on: 'start'; readonly wish: StartWish }
  | { readonly on: 'notification'; readonly method: string; readonly params: Json }
  /** More of the text that is being streamed; it was told already. */
  | { readonly on: 'grown'; readonly text: string }
  | { readonly on: 'request'; readonly id: RpcId; readonly method: string; readonly params: Json }
  | { readonly on: 'result'; readonly purpose: Purpose; readonly result: Json }
  | { readonly on: 'failure'; readonly purpose: Purpose; readonly failure: RpcFailure }
  | { readonly on: 'answer'; readonly key: string; readonly answer: AgentAnswer }
  | { readonly on: 'say'; readonly message: Message }
  | { readonly on: 'interrupt'; readonly limitMs: number }
  | { readonly on: 'clean'; readonly limitMs: number }
  | { readonly on: 'settle' }
  | { readonly on: 'model'; readonly model: string }
  /** The process has gone, or its output has closed. */
  | { readonly on: 'gone'; readonly error: AgentError | null };

/** What becomes of it: carried out by the session, in this order. */
export type Effect =
  | { readonly do: 'emit'; readonly event: AgentEvent }
  | { readonly do: 'reply'; readonly id: RpcId; readonly result: Json }
  | { readonly do: 'refuse'; readonly id: RpcId; readonly code: number; readonly message: string }
  | { readonly do: 'notify'; readonly method: string }
  | {
      readonly do: 'call';
      readonly purpose: Purpose;
      readonly method: string;
      readonly params: Json;
      readonly limitMs: number;
    }
  | { readonly do: 'tell'; readonly outcome: Outcome };

/** What somebody waits for. */
export type Outcome =
  | { readonly of: 'ready'; readonly error: AgentError | null }
  | { readonly of: 'say'; readonly messageId: string; readonly error: AgentError | null }
  | { readonly of: 'interrupt'; readonly returned: readonly string[] }
  | { readonly of: 'clean'; readonly cleaned: boolean }
  | { readonly of: 'settle'; readonly cleaned: boolean; readonly failures: readonly string[] };

/** An item of Codex that has started and not completed. */
export interface OpenItem {
  readonly kind: 'text' | 'thinking' | 'step';
  readonly turnId: string;
  /** What was streamed so far, unless it's in `streaming`; steps have none. */
  readonly text: string;
  /** Set for a command: it may go on after its turn. `runs` once it has started (it waits for approval before). */
  readonly command?: { readonly text: string; readonly runs: boolean };
  /** Of a sub-agent, or of the session itself. */
  readonly threadId: string | null;
  /** The sub-agent's thread, for the step that started it: it ends with that agent, not with its own item. */
  readonly startedAgent?: string;
  /** The changes of a patch: its approval request doesn't repeat them. */
  readonly changes?: readonly unknown[];
  /** The tool server's call, by which its consent finds it: that request names no item. */
  readonly tool?: { readonly server: string; readonly name: string };
  readonly parentStep?: string;
}

/** What has to be known of an open request to answer it. */
export interface OpenRequest {
  /** `null` for Bureau's own question about a finished plan. */
  readonly id: RpcId | null;
  readonly turnId: string;
  readonly stepId?: string;
  readonly answering:
    | { readonly as: 'decision'; readonly similar: boolean }
    | { readonly as: 'permissions'; readonly asked: Json }
    | { readonly as: 'input'; readonly questions: readonly Question[] }
    | { readonly as: 'form'; readonly fields: readonly FormField[] }
    | { readonly as: 'consent'; readonly session: boolean }
    | { readonly as: 'plan' };
}

/** A field of an MCP server's form, and how the words of an answer become its value. */
export interface FormField {
  readonly name: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'list';
  readonly required: boolean;
  /** Label shown → value sent. */
  readonly values: Readonly<Record<string, string>>;
}

/** What is known of a session of Codex: one thread, its sub-agents' threads, and what is open. */
export interface State {
  readonly wish: StartWish | null;
  readonly threadId: string | null;
  readonly agentVersion: string | null;
  readonly models: readonly ModelChoice[];
  /** `account/read` was answered, or failed. */
  readonly accountRead: boolean;
  readonly loginError: AgentError | null;
  readonly model: string | null;
  /** Chosen while it runs; goes with the next turn. */
  readonly nextModel: string | null;
  readonly mode: 'plan' | 'default' | null;
  readonly plan: string | null;
  readonly asksLess: string | null;
  /** `open`: may be woken. `settling`: being finished. `settled`: let go. `closed`: Codex unloaded the thread. `gone`: no process. */
  readonly life: 'starting' | 'open' | 'settling' | 'settled' | 'closed' | 'gone';
  readonly cleaned: boolean;
  readonly failures: readonly string[];
  readonly turn: { readonly id: string; readonly origin: TurnOrigin } | null;
  /** Our own `turn/start` calls without an answer yet. */
  readonly starting: number;
  readonly ourTurns: readonly string[];
  /** Turns that have ended, of every thread; the newest only. */
  readonly endedTurns: readonly string[];
  readonly lastError: { readonly turnId: string; readonly error: AgentError } | null;
  readonly interrupting: boolean;
  /** Asked to interrupt before the turn's id was known. */
  readonly interruptLimitMs: number | null;
  /** Open steps, apart from open texts: a stream of one must not copy the other. */
  readonly items: ReadonlyMap<string, OpenItem>;
  readonly texts: ReadonlyMap<string, OpenItem>;
  /** The text that is being streamed now, whole so far: it changes with every piece, so it's kept out of the map. */
  readonly streaming: { readonly id: string; readonly text: string } | null;
  /** Steps that Bureau closed before Codex said how they ended; the newest only. */
  readonly closedSteps: readonly string[];
  readonly requests: ReadonlyMap<string, OpenRequest>;
  /** Commands that outlived their turn, by step. */
  readonly background: ReadonlyMap<string, string>;
  /** Messages that were sent and not read yet. */
  readonly unread: readonly Message[];
  /** Sub-agents' threads and the step that started each. */
  readonly agents: ReadonlyMap<string, string>;
  /** Kinds of notices that are given once. */
  readonly noticed: ReadonlySet<string>;
}

export const initial: State = {
  wish: null,
  threadId: null,
  agentVersion: null,
  models: [],
  accountRead: false,
  loginError: null,
  model: null,
  nextModel: null,
  mode: null,
  plan: null,
  asksLess: null,
  life: 'starting',
  cleaned: false,
  failures: [],
  turn: null,
  starting: 0,
  ourTurns: [],
  endedTurns: [],
  lastError: null,
  interrupting: false,
  interruptLimitMs: null,
  items: new Map(),
  texts: new Map(),
  streaming: null,
  closedSteps: [],
  requests: new Map(),
  background: new Map(),
  unread: [],
  agents: new Map(),
  noticed: new Set(),
};

export type Next = readonly [state: State, effects: readonly Effect[]];

export const emit = (event: AgentEvent): Effect => ({ do: 'emit', event });
export const tell = (outcome: Outcome): Effect => ({ do: 'tell', outcome });

/** A copy of a map with one entry set, or taken out where the value is `undefined`. */
export function withEntry<Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** The newest entries of a list that would grow for ever. */
export const newest = <Value>(list: readonly Value[], added: Value, keep = 200): readonly Value[] =>
  list.includes(added) ? list : [...list, added].slice(-keep);
