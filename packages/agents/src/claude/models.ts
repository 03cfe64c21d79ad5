import type { ModelChoice } from '@bureau/contracts';
import { type Json, textOf, toList, toObject } from '../codex/json.ts';

/** The models that the reply to `initialize` offers. */
export function modelsOf(answer: Json): ModelChoice[] {
  return toList(answer['models']).map((value, index) => {
    const model = toObject(value);
    const id = textOf(model, 'value') ?? '';
    const description = textOf(model, 'description');
    return {
      id,
      name: textOf(model, 'displayName') ?? id,
      isDefault: id === 'default' || index === 0,
      ...(description ? { description } : {}),
    };
  });
}
