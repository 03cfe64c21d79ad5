import type { StartError } from '../types.ts';
import type { LimitHit } from './limits.ts';

/** A limit ended the command: `limit` says which one and how high it was. */
export interface LimitError extends Error {
  readonly name: 'LimitError';
  readonly limit: LimitHit;
}
/** The command could not be started: `start` says why. */
export interface StartFailure extends Error {
  readonly name: 'StartFailure';
  readonly start: StartError;
}

export function limitError(limit: LimitHit): LimitError {
  return Object.assign(new Error(texts[limit.reason](limit.limit)), { name: 'LimitError' as const, limit });
}

export function startError(start: StartError): StartFailure {
  return Object.assign(new Error(start.message), { name: 'StartFailure' as const, start });
}

const texts: Record<LimitHit['reason'], (limit: number) => string> = {
  timeout: (ms) => `The command ran longer than ${ms / 1000} s and was ended.`,
  idle: (ms) => `The command printed nothing for ${ms / 1000} s and was ended.`,
  line: (bytes) => `The command printed a line longer than ${bytes} bytes and was ended.`,
};
