import { type Json, numberOf, textOf, toObject } from '../codex/json.ts';
import { errorOfResult } from './errors.ts';
import type { Conversation } from './state.ts';
import type { Out } from './translate.ts';
import { endTurn } from './turn.ts';

/** The end of a turn. There is no subtype for an interruption: `terminal_reason` tells it (measured). */
export function readResult(state: Conversation, result: Json, out: Out) {
  const usage = toObject(result['usage']);
  const input =
    (numberOf(usage, 'input_tokens') ?? 0) +
    (numberOf(usage, 'cache_creation_input_tokens') ?? 0) +
    (numberOf(usage, 'cache_read_input_tokens') ?? 0);
  const cost = numberOf(result, 'total_cost_usd');
  const fill = contextFill(result, input);
  out.emit({
    type: 'usage',
    inputTokens: input,
    outputTokens: numberOf(usage, 'output_tokens') ?? 0,
    ...(cost !== undefined ? { costUsd: cost } : {}),
    ...(fill !== undefined ? { contextUsed: fill } : {}),
  });
  const own = textOf(toObject(result['origin']), 'kind') === 'task-notification';
  const origin = own ? 'background' : undefined;
  if ((textOf(result, 'terminal_reason') ?? '').startsWith('aborted'))
    return endTurn(state, out, 'interrupted', undefined, origin);
  const failed = result['is_error'] === true || (textOf(result, 'subtype') ?? 'success') !== 'success';
  endTurn(state, out, failed ? 'failed' : 'completed', failed ? errorOfResult(result) : undefined, origin);
}

/** Share of the model's window that the last turn took, 0 to 1; unknown where the window isn't told. */
function contextFill(result: Json, input: number): number | undefined {
  const windows = Object.values(toObject(result['modelUsage'])).map(
    (use) => numberOf(toObject(use), 'contextWindow') ?? 0,
  );
  const window = Math.max(0, ...windows);
  return window > 0 && input > 0 ? Math.min(1, input / window) : undefined;
}
