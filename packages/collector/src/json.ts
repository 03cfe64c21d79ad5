/** Decoding by hand on the hot path: a log of 1 GB is read for a few fields of a few records. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An object, or undefined for anything that is not one JSON object (torn, glued, NULs …). */
export function parseRecord(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** ISO time to milliseconds; 0 when missing or not a time. */
export function time(value: unknown): number {
  if (typeof value !== 'string') return 0;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? 0 : ms;
}

/** One line of words for a title: white space folded, at most 80 characters. */
export function short(value: string, limit = 80): string {
  const folded = value
    .slice(0, limit * 8)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...folded];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : folded;
}
