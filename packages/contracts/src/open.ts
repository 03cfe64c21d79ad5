import { z } from 'zod';

/**
 * A closed set of words that may grow elsewhere: decodes any string, so that a newer agent or host
 * does not break an older reader; the type keeps the known words for completion.
 */
export function openEnum<const Words extends readonly string[]>(_known: Words) {
  return z.string() as unknown as z.ZodType<Words[number] | (string & {})>;
}

/** A record from outside: known fields are checked, unknown ones kept. */
export const unknownRecord = z.record(z.string(), z.unknown());
/** A record of which nothing is known. */
export type UnknownRecord = Readonly<Record<string, unknown>>;
