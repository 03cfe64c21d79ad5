import type { AgentEvent } from '@bureau/contracts';
import type { Json } from './json.ts';
import type { Effect, Input } from './state.ts';

type Piece = Extract<AgentEvent, { type: 'text' }> | Extract<AgentEvent, { type: 'thinking' }>;

/**
 * The hot path: a text comes in thousands of small pieces, and nothing but the text changes from one to the next. The
 * machine decides on the first; what follows it directly is told in the same way, and given to the machine in one when
 * anything else happens.
 */
export interface Pieces {
  /** Tells a notification's piece, where it follows one of the same text; false: the machine must decide. */
  follows(method: string, params: unknown): boolean;
  /** The machine has decided on an input. */
  decided(input: Input, effects: readonly Effect[]): void;
  /** What was told and the machine doesn't know yet. */
  take(): string;
}

export function startPieces(tell: (event: AgentEvent) => void): Pieces {
  let first: { readonly method: string; readonly params: Json; readonly event: Piece } | null = null;
  let told = '';
  return {
    follows(method, params) {
      if (first === null || first.method !== method || typeof params !== 'object' || params === null) return false;
      const next = params as Json;
      const text = next['delta'];
      if (typeof text !== 'string' || text === '') return false;
      if (next['itemId'] !== first.params['itemId'] || next['threadId'] !== first.params['threadId']) return false;
      told += text;
      const { event } = first;
      tell(
        'parentStep' in event
          ? { ...event, text }
          : { type: event.type, messageId: event.messageId, text, final: false },
      );
      return true;
    },
    decided(input, effects) {
      const effect = effects.length === 1 ? effects[0] : undefined;
      const event = effect?.do === 'emit' ? effect.event : undefined;
      const isPiece = input.on === 'notification' && (event?.type === 'text' || event?.type === 'thinking');
      first = isPiece && !event.final ? { method: input.method, params: input.params, event } : null;
    },
    take() {
      const text = told;
      told = '';
      return text;
    },
  };
}
