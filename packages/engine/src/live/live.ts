import type { AgentSession, Driver } from '@bureau/agents';
import type { Held, KeptWork } from '@bureau/containment';
import type { Action, AgentId, AgentRequest, HandedOver, Receipt, TaskEvent, TaskEventBody } from '@bureau/contracts';
import type { Language } from '@bureau/plain-words';
import type { Journal, Owner } from '../journal/journal.ts';
import { decide } from '../task/decide.ts';
import { evolve } from '../task/evolve.ts';
import type { Decision, TaskInput } from '../task/input.ts';
import type { TaskState } from '../task/state.ts';
import type { Clock, EngineOptions, StartRequest, Words } from '../types.ts';
import type { Undo } from '../undo/undo.ts';
import type { Writer } from './writer.ts';

/** What every task of this engine shares. */
export interface Deps {
  readonly options: EngineOptions;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly writer: Writer;
  readonly owner: Owner;
  readonly undo: Undo;
  /** Kept work of tasks that ended in an earlier process. */
  readonly kept: Map<string, KeptWork>;
  readonly words: () => Promise<Words>;
  readonly language: () => Language;
  readonly auto: () => boolean;
  readonly driver: (agent: AgentId) => Promise<Driver | null>;
  /** Something of a task's process side changed (its agent ended, it rests): the list may be told. */
  readonly over: (task: string) => void;
}

export interface AskedRequest {
  readonly key: string;
  readonly request: AgentRequest;
}
/** A message or a step whose pieces are still coming. */
export interface OpenPieces {
  text: string;
  readonly seqs: number[];
}

/** One task at work: its state, and everything beside it that lives. Changed only by the verbs of this folder. */
export interface Live {
  readonly task: string;
  state: TaskState;
  request: StartRequest;
  words: Words | null;
  session: AgentSession | null;
  /** The agent's program. */
  binary: string | null;
  held: Held | null;
  /** The agent is there and takes messages. */
  ready: boolean;
  /** The agent's first answer hasn't been waited out. */
  launching: boolean;
  /** The way out that was begun, once. */
  ending: Promise<Receipt | null> | null;
  /** A second press: no more politeness. */
  hurried: () => void;
  readonly hurry: Promise<void>;
  lastId: number;
  /** The agent's ids and ours. */
  readonly steps: Map<string, string>;
  readonly messages: Map<string, string>;
  readonly asked: Map<string, AskedRequest>;
  /** How far «don't ask again» reaches, by request. */
  readonly reaches: Map<string, string>;
  /** Cards that are still being made, by the agent's key. */
  readonly making: Map<string, { withdrawn: boolean }>;
  /** Bureau's own questions before the start. */
  readonly ownQuestions: Map<string, (answers: Readonly<Record<string, readonly string[]>> | null) => void>;
  readonly pieces: Map<string, OpenPieces>;
  readonly outputs: Map<string, { kept: number; waiting: string; over: boolean }>;
  /** What was done in the open turn, for its summary. */
  readonly done: Map<string, { readonly action: Action; done: boolean }>;
  /** What the task asked other programs to go on with. */
  readonly handedOver: HandedOver[];
  /** Takes back the timer that lets an idle agent go. */
  takeIdle: () => void;
  /** An allowance was taken back while it worked. */
  letGoAfterTurn: boolean;
  /** The folder was taken since the last turn ended; the next turn may change it. */
  taken: Promise<void> | null;
  /** How the last turn left the folder is written down when this settles. */
  left: Promise<void>;
  /** When the agent was started last, in milliseconds since 1970. */
  startedMs: number;
  /** Folders that were not there before the start, and that a sandbox may leave behind, empty. */
  absent: readonly string[];
  /** A piece of a message that waits for the next ones. */
  piece: Piece | null;
  takePiece: () => void;
}
export interface Piece {
  readonly type: 'text' | 'thinking';
  readonly messageId: string;
  text: string;
  readonly parentStep?: string;
}

/** Decides an input, folds what follows, and has it written and told. */
export function apply(deps: Deps, live: Live, input: TaskInput): Decision {
  const decision = decide(live.state, input);
  if (decision.events.length) record(deps, live, decision.events);
  return decision;
}

function record(deps: Deps, live: Live, bodies: readonly TaskEventBody[]): void {
  const at = new Date(deps.clock.now()).toISOString();
  const forget: number[] = [];
  const events: TaskEvent[] = [];
  let rests = false;
  for (const body of bodies) {
    const event = { seq: live.state.seq + 1, at, task: live.task, ...body } as TaskEvent;
    live.state = evolve(live.state, event);
    events.push(event);
    if (event.type === 'text' || event.type === 'thinking') forget.push(...piece(live, event));
    if ((event.type === 'turn' && event.state !== 'started') || event.type === 'ended' || event.type === 'archived')
      rests = true;
  }
  const owner = live.state.phase === 'ended' ? null : deps.owner;
  deps.writer.add(live.task, { events, forget, rests, owner });
}

/** Pieces are kept until their message is whole; then the whole is enough. */
function piece(live: Live, event: Extract<TaskEvent, { type: 'text' | 'thinking' }>): readonly number[] {
  const key = `${event.type} ${event.messageId}`;
  if (event.final) {
    const seqs = live.pieces.get(key)?.seqs ?? [];
    live.pieces.delete(key);
    return seqs;
  }
  const open = live.pieces.get(key);
  if (open) open.seqs.push(event.seq);
  else live.pieces.set(key, { text: '', seqs: [event.seq] });
  return [];
}

/** A new id of Bureau's own: short, since it stands in every event, and given once in a task. */
export function nextId(live: Live, letter: 's' | 'm' | 'r'): string {
  live.lastId = Math.max(live.lastId, live.state.ids) + 1;
  return `${letter}${live.lastId}`;
}

/** The own id for one of the agent's. */
export function ownId(live: Live, known: Map<string, string>, theirs: string, letter: 's' | 'm'): string {
  let own = known.get(theirs);
  if (own === undefined) {
    own = nextId(live, letter);
    known.set(theirs, own);
  }
  return own;
}

export function newLive(task: string, state: TaskState, request: StartRequest): Live {
  const hurry = Promise.withResolvers<void>();
  return {
    task,
    state,
    request,
    words: null,
    session: null,
    binary: null,
    held: null,
    ready: false,
    launching: false,
    ending: null,
    hurried: hurry.resolve,
    hurry: hurry.promise,
    lastId: 0,
    steps: new Map(),
    messages: new Map(),
    asked: new Map(),
    reaches: new Map(),
    making: new Map(),
    ownQuestions: new Map(),
    pieces: new Map(),
    outputs: new Map(),
    done: new Map(),
    handedOver: [],
    takeIdle: () => undefined,
    letGoAfterTurn: false,
    taken: null,
    left: Promise.resolve(),
    startedMs: 0,
    absent: [],
    piece: null,
    takePiece: () => undefined,
  };
}
