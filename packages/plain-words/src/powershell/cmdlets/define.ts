import type { Value } from '../../windows/run.ts';
import type { Call, Cmdlet } from '../bind.ts';
import type { Flow } from '../session.ts';

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** One cmdlet as data: its parameters by how they take values, and its reading. */
export function define(
  name: string,
  positions: string,
  values: string,
  switches: string,
  read: (call: Call) => Flow,
  harmless = false,
): Cmdlet {
  return { name, positions: words(positions), values: words(values), switches: words(switches), harmless, read };
}

/** Of several cmdlets, by their name in small letters. */
export const table = (...all: readonly Cmdlet[]): Readonly<Record<string, Cmdlet>> =>
  Object.fromEntries(all.map((one) => [one.name.toLowerCase(), one]));

export const given = (call: Call, ...names: readonly string[]): readonly Value[] =>
  names.flatMap((name) => call.bound.get(name.toLowerCase()) ?? []);
export const first = (call: Call, ...names: readonly string[]): Value | undefined => given(call, ...names)[0];
export const on = (call: Call, name: string): boolean => call.switches.has(name.toLowerCase());

/** The files a cmdlet works on: named, or from the pipe. */
export function paths(call: Call, ...names: readonly string[]): readonly Value[] {
  const named = [...given(call, ...(names.length > 0 ? names : ['Path', 'LiteralPath'])), ...call.rest];
  if (named.length > 0) return named;
  if (!call.piped) return [];
  return call.input ?? [{ text: '\u{e020}', unknown: ['…'] }];
}
