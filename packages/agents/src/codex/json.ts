/** A JSON object of the protocol; every field is looked at before it's used. */
export type Json = Readonly<Record<string, unknown>>;

const none: Json = {};

/** The value as an object; anything else is an empty one. */
export const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : none;

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The field as text; anything else is `undefined`. */
export const textOf = (object: Json, key: string): string | undefined => {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
};

/** The field as a finite number; anything else is `undefined`. */
export const numberOf = (object: Json, key: string): number | undefined => {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** The field's texts; whatever isn't text is left out. */
export const textsOf = (value: unknown): string[] => toList(value).filter((item) => typeof item === 'string');
