import type { Chip, Place } from '@bureau/contracts';
import type { MessageId, Params } from './messages/index.ts';

/** A message with what stands in it; not yet in any language. */
export interface Said {
  readonly id: MessageId;
  readonly params?: Params;
}

/** One thing that a request does. */
export interface Finding {
  /** Says what is done: it has the forms of `messages`. */
  readonly does: Said;
  readonly chips: readonly Chip[];
  readonly places: readonly Place[];
  /** Further sentences on it. */
  readonly notes?: readonly Said[];
  /** Why it can't be told for sure; missing where it can. */
  readonly maybe?: readonly Said[];
  /** The part of the exact text. */
  readonly part?: string;
}

/** The members of a tool's arguments; empty where they are no object. */
export function members(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

/** The first of these members that is a text with something in it. */
export function textOf(input: unknown, ...names: readonly string[]): string | undefined {
  const given = members(input);
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}
