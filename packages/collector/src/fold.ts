import type { Action } from '@bureau/contracts';
import { short } from './json.ts';
import type { LogFact } from './types.ts';

export interface PendingStep {
  readonly name: string;
  readonly action: Action;
  readonly asks: boolean;
  readonly at: number;
}

/** All that a log says so far of one session. Plain, so that it can be kept as a cursor's value. */
export interface SessionFacts {
  readonly session: string | null;
  readonly folder: string;
  readonly model: string | null;
  readonly parent: string | null;
  readonly title: string;
  readonly titleIsStrong: boolean;
  /** `unknown` until a record tells. */
  readonly turn: 'open' | 'closed' | 'unknown';
  readonly turnSince: number;
  /** Steps whose end the log has not told yet, oldest first. */
  readonly pending: ReadonlyMap<string, PendingStep>;
  /** What was done last, for an open turn without a pending step. */
  readonly thinking: boolean;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly input: number;
  readonly output: number;
  readonly tokensOf: string;
  readonly closed: boolean;
}

export const noFacts: SessionFacts = {
  session: null,
  folder: '',
  model: null,
  parent: null,
  title: '',
  titleIsStrong: false,
  turn: 'unknown',
  turnSince: 0,
  pending: new Map(),
  thinking: false,
  firstAt: 0,
  lastAt: 0,
  input: 0,
  output: 0,
  tokensOf: '',
  closed: false,
};

/** Takes one more fact in. Pure. */
export function fold(facts: SessionFacts, fact: LogFact): SessionFacts {
  const seen = 'at' in fact && fact.at > 0 ? stamp(facts, fact.at) : facts;
  switch (fact.kind) {
    case 'session':
      return {
        ...seen,
        session: seen.session ?? fact.session ?? null,
        // The first folder stays: it is where the person started the work (`cd` changes later records).
        folder: seen.folder || fact.folder || '',
        model: fact.model ?? seen.model,
        parent: fact.parent ?? seen.parent,
      };
    case 'title':
      // A weak title (a prompt's words) never takes the place of an earlier one: the first says what the work is.
      return seen.title && !fact.strong ? seen : { ...seen, title: fact.title, titleIsStrong: fact.strong };
    case 'prompt': {
      const titled = seen.title ? seen : { ...seen, title: short(fact.text) };
      return open(titled, fact.at, true);
    }
    case 'turn-start':
      return open(seen, fact.at, true);
    case 'step-start': {
      const pending = new Map(seen.pending).set(fact.id, {
        name: fact.name,
        action: fact.action,
        asks: fact.asks,
        at: fact.at,
      });
      return { ...open(seen, fact.at, false), pending, thinking: false };
    }
    case 'step-end': {
      if (!seen.pending.has(fact.id)) return seen.turn === 'unknown' ? { ...seen, turn: 'open', thinking: true } : seen;
      const pending = new Map(seen.pending);
      pending.delete(fact.id);
      return { ...seen, pending, thinking: true };
    }
    case 'said':
      return { ...open(seen, fact.at, false), thinking: false };
    case 'thought':
      return { ...open(seen, fact.at, false), thinking: true };
    case 'turn-end':
      return { ...seen, turn: 'closed', turnSince: fact.at || seen.turnSince, pending: new Map(), thinking: false };
    case 'closed':
      return { ...seen, closed: true, turn: 'closed', pending: new Map(), thinking: false };
    case 'tokens':
      return countTokens(seen, fact);
  }
}

function stamp(facts: SessionFacts, at: number): SessionFacts {
  return { ...facts, firstAt: facts.firstAt || at, lastAt: Math.max(facts.lastAt, at), closed: false };
}

function open(facts: SessionFacts, at: number, starts: boolean): SessionFacts {
  if (facts.turn === 'open') return starts ? { ...facts, thinking: facts.pending.size === 0 } : facts;
  return { ...facts, turn: 'open', turnSince: at, thinking: true, pending: new Map() };
}

function countTokens(facts: SessionFacts, fact: Extract<LogFact, { kind: 'tokens' }>): SessionFacts {
  if (fact.total) return { ...facts, input: fact.input, output: fact.output };
  if (fact.key && fact.key === facts.tokensOf) return facts;
  return { ...facts, input: facts.input + fact.input, output: facts.output + fact.output, tokensOf: fact.key ?? '' };
}
