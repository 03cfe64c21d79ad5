import type { Value } from './run.ts';

/** The arguments of a Windows program: what begins with `/` or `-` is an option, the rest are operands. */
export interface Arguments {
  readonly operands: readonly Value[];
  /** In small letters, without the sign; `/d:x` gives d with `x`. */
  readonly options: ReadonlyMap<string, Value | true>;
  /** All, in their order. */
  readonly all: readonly Value[];
}

/** `withValue` names the options whose value is the next word, as `/v NAME`. */
export function argumentsOf(args: readonly Value[], withValue: readonly string[] = []): Arguments {
  const operands: Value[] = [];
  const options = new Map<string, Value | true>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const match = /^[/-](\?|[a-z0-9_-]+(?:\.[a-z]+)?)(?:[:=](.*))?$/is.exec(arg.text);
    // `/usr/bin` is a path, `/s` is not.
    if (!match) {
      operands.push(arg);
      continue;
    }
    const name = match[1]!.toLowerCase();
    if (match[2] !== undefined) options.set(name, { ...arg, text: match[2] });
    else if (withValue.includes(name) && i + 1 < args.length) options.set(name, args[++i]!);
    else options.set(name, true);
  }
  return { operands, options, all: args };
}

/** The value of an option, if it has one. */
export function optionValue(found: Arguments, ...names: readonly string[]): Value | undefined {
  for (const name of names) {
    const value = found.options.get(name);
    if (value !== undefined && value !== true) return value;
  }
  return undefined;
}

export const has = (found: Arguments, ...names: readonly string[]): boolean =>
  names.some((name) => found.options.has(name));

/** The words again as one line, for what hands a command on. */
export const lineOf = (args: readonly Value[]): string =>
  args
    .map(({ text }) => (text === '' || /[\s&|<>^"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text))
    .join(' ');
