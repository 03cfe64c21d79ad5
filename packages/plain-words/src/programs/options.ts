import type { Value } from '../windows/run.ts';
import type { Call, Role, Spec } from './spec.ts';

interface Option {
  readonly name: string;
  readonly takes: 'no' | 'yes' | 'glued';
  readonly role: Role;
}
type Table = ReadonlyMap<string, Option>;

const tables = new WeakMap<Spec, Table>();

/** The options of a spec, made ready once. */
export function optionsOf(spec: Spec): Table {
  let table = tables.get(spec);
  if (!table) {
    table = parseOptions(spec.options ?? '');
    tables.set(spec, table);
  }
  return table;
}

function parseOptions(text: string): Table {
  const table = new Map<string, Option>();
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const [, list, sign, role] = /^([^=?]+)([=?]?)(\w*)$/.exec(word)!;
    const names = list!.split(',');
    const option: Option = {
      name: names[0]!,
      takes: sign === '' ? 'no' : sign === '=' ? 'yes' : 'glued',
      role: (role || 'text') as Role,
    };
    for (const name of names) table.set(name, option);
  }
  return table;
}

/** Takes a command's words apart: stacked, glued, abbreviated options, before and after `--`. */
export function takeApart(spec: Spec, name: string, args: readonly Value[]): Call {
  const table = optionsOf(spec);
  const options = new Map<string, Value[]>();
  const operands: Value[] = [];
  const at: number[] = [];
  const unknown: string[] = [];
  const put = (key: string, value?: Value): void => {
    const list = options.get(key);
    if (!list) options.set(key, value ? [value] : []);
    else if (value) list.push(value);
  };
  let i = 0;
  let open = true;
  while (i < args.length) {
    const arg = args[i]!;
    const { text } = arg;
    if (spec.until?.includes(text)) break;
    // `-5` is a number of lines, a signal, a level: never a file.
    if (open && /^-\d+$/.test(text) && !table.has(text.slice(0, 2))) {
      put('-#', arg);
      i++;
      continue;
    }
    if (!open || text.length < 2 || text[0] !== '-') {
      if (open && spec.stops) open = false;
      operands.push(arg);
      at.push(i++);
      continue;
    }
    if (text === '--') {
      open = false;
      i++;
      continue;
    }
    if (text[1] === '-' || spec.oneDash) i = takeLong(spec, table, args, i, put, unknown);
    else i = takeShort(table, args, i, put, unknown);
  }
  return { name, args, operands, at, options, unknown };
}

type Put = (key: string, value?: Value) => void;

function takeLong(spec: Spec, table: Table, args: readonly Value[], i: number, put: Put, unknown: string[]): number {
  const arg = args[i]!;
  const equals = arg.text.indexOf('=');
  const written = equals < 0 ? arg.text : arg.text.slice(0, equals);
  const option =
    table.get(written) ?? (spec.oneDash ? table.get(written.replace(/^--/, '-')) : abbreviated(table, written));
  if (equals >= 0) {
    put(option?.name ?? written, part(arg, equals + 1));
    if (!option) unknown.push(written);
    return i + 1;
  }
  if (!option) {
    put(written);
    unknown.push(written);
    return i + 1;
  }
  if (option.takes !== 'yes' || i + 1 >= args.length) {
    put(option.name);
    return i + 1;
  }
  put(option.name, args[i + 1]!);
  return i + 2;
}

/** `--del` means `--delete` where no other option begins so. */
function abbreviated(table: Table, written: string): Option | undefined {
  let found: Option | undefined;
  if (written.length < 4) return undefined;
  for (const [name, option] of table) {
    if (!name.startsWith(written) || !name.startsWith('--')) continue;
    if (found && found !== option) return undefined;
    found = option;
  }
  return found;
}

function takeShort(table: Table, args: readonly Value[], i: number, put: Put, unknown: string[]): number {
  const arg = args[i]!;
  const whole = table.get(arg.text);
  // Some programs have long options with one dash beside short ones: `python -OO`, `find -name`.
  if (whole && arg.text.length > 2) {
    if (whole.takes === 'yes' && i + 1 < args.length) {
      put(whole.name, args[i + 1]!);
      return i + 2;
    }
    put(whole.name);
    return i + 1;
  }
  for (let at = 1; at < arg.text.length; at++) {
    const option = table.get(`-${arg.text[at]}`);
    if (!option) {
      put(`-${arg.text[at]}`);
      unknown.push(`-${arg.text[at]}`);
      continue;
    }
    if (option.takes === 'no') {
      put(option.name);
      continue;
    }
    if (at + 1 < arg.text.length) {
      put(option.name, part(arg, at + 1));
      return i + 1;
    }
    if (option.takes === 'glued' || i + 1 >= args.length) {
      put(option.name);
      return i + 1;
    }
    put(option.name, args[i + 1]!);
    return i + 2;
  }
  return i + 1;
}

/** The rest of a word, from a character on. */
export function part(value: Value, from: number): Value {
  const { written: _written, ...rest } = value;
  return { ...rest, text: value.text.slice(from) };
}
