import type { Value } from '../windows/run.ts';
import type { Flow, Session } from './session.ts';
import type { Command, Expression } from './tree.ts';
import { valuesOf } from './values.ts';

/** A command of PowerShell: its parameters, and what it does. */
export interface Cmdlet {
  readonly name: string;
  /** Parameters with a value that may also stand without their name, in this order. */
  readonly positions: readonly string[];
  /** Other parameters with a value. */
  readonly values: readonly string[];
  readonly switches: readonly string[];
  /** Only looks or prints: an option that Bureau does not know changes nothing about that. */
  readonly harmless: boolean;
  readonly read: (call: Call) => Flow;
}

export interface Call {
  readonly name: string;
  readonly session: Session;
  /** By small letters. */
  readonly bound: ReadonlyMap<string, readonly Value[]>;
  readonly blocks: readonly (Expression & { kind: 'block' })[];
  readonly switches: ReadonlySet<string>;
  /** Values that no position is left for. */
  readonly rest: readonly Value[];
  readonly input: Flow;
  readonly piped: boolean;
  readonly strange: readonly string[];
  readonly whatIf: boolean;
  /** The command as it was written. */
  readonly written: string;
}

const commonValues = [
  'ErrorAction',
  'WarningAction',
  'InformationAction',
  'ProgressAction',
  'ErrorVariable',
  'WarningVariable',
  'InformationVariable',
  'OutVariable',
  'OutBuffer',
  'PipelineVariable',
];
const commonSwitches = ['Verbose', 'Debug', 'WhatIf', 'Confirm', 'UseTransaction'];
const shortNames: Readonly<Record<string, string>> = {
  ea: 'erroraction',
  ev: 'errorvariable',
  wa: 'warningaction',
  ov: 'outvariable',
  wi: 'whatif',
  cf: 'confirm',
  vb: 'verbose',
  db: 'debug',
  pspath: 'literalpath',
  lp: 'literalpath',
  cn: 'computername',
};

/** Binds the words of a command to its parameters, as PowerShell does: by name, by the begin of a name, by position. */
export function bind(
  cmdlet: Cmdlet,
  name: string,
  command: Command,
  input: Flow,
  piped: boolean,
  session: Session,
): Call {
  const bound = new Map<string, readonly Value[]>();
  const switches = new Set<string>();
  const blocks: (Expression & { kind: 'block' })[] = [];
  const rest: (readonly Value[])[] = [];
  const strange: string[] = [];
  const take = (arg: Expression): readonly Value[] => {
    if (arg.kind === 'block') {
      blocks.push(arg);
      return [{ text: arg.written, unknown: [], written: '{…}' }];
    }
    return valuesOf(arg, session);
  };
  for (let i = 0; i < command.args.length; i++) {
    const arg = command.args[i]!;
    const option = optionOf(arg);
    if (!option) {
      rest.push(take(arg));
      continue;
    }
    const parameter = resolve(cmdlet, option.name);
    if (parameter === undefined) {
      strange.push(`-${option.name}`);
      continue;
    }
    if (parameter.isSwitch) {
      if (!/^\$false$/i.test(option.glued?.written ?? '')) switches.add(parameter.name);
    } else if (option.glued) bound.set(parameter.name, valuesOf(option.glued, session));
    else if (i + 1 < command.args.length) bound.set(parameter.name, take(command.args[++i]!));
  }
  for (const position of cmdlet.positions) {
    const key = position.toLowerCase();
    if (rest.length > 0 && !bound.has(key) && !(key === 'path' && bound.has('literalpath')))
      bound.set(key, rest.shift()!);
  }
  return {
    name,
    session,
    bound,
    blocks,
    switches,
    rest: rest.flat(),
    input,
    piped,
    strange,
    whatIf: switches.has('whatif'),
    written: command.written,
  };
}

function optionOf(arg: Expression): { name: string; glued?: Expression & { kind: 'text' } } | undefined {
  if (arg.kind !== 'text' || !/^[-\u2013\u2014][a-z_]/i.test(arg.written)) return undefined;
  const first = arg.parts[0];
  const found = typeof first === 'string' ? /^[-\u2013\u2014]([a-z_]\w*)(:)?(.*)$/is.exec(first) : null;
  if (!found) return undefined;
  if (!found[2]) return arg.parts.length === 1 && found[3] === '' ? { name: found[1]! } : undefined;
  const parts = [...(found[3] === '' ? [] : [found[3]!]), ...arg.parts.slice(1)];
  return parts.length === 0
    ? { name: found[1]! }
    : {
        name: found[1]!,
        glued: { kind: 'text', parts, bare: false, written: arg.written.slice(found[1]!.length + 2) },
      };
}

function resolve(cmdlet: Cmdlet, given: string): { name: string; isSwitch: boolean } | undefined {
  const key = given.toLowerCase();
  const wanted = shortNames[key] ?? key;
  const all: readonly (readonly [readonly string[], boolean])[] = [
    [cmdlet.positions, false],
    [cmdlet.values, false],
    [cmdlet.switches, true],
    [commonSwitches, true],
    [commonValues, false],
  ];
  for (const exact of [true, false])
    for (const [names, isSwitch] of all)
      for (const one of names) {
        const name = one.toLowerCase();
        if (exact ? name === wanted : name.startsWith(wanted)) return { name, isSwitch };
      }
  return undefined;
}
