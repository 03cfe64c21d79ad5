import { hole, literal, type Value } from '../windows/run.ts';
import { readCall } from './calls.ts';
import { builtIn, listed, type Session, unknownValue } from './session.ts';
import type { Expression, Part, Statement } from './tree.ts';

/** The values of an expression; what runs inside it is read on the way. */
export function valuesOf(expression: Expression, session: Session): readonly Value[] {
  switch (expression.kind) {
    case 'text':
      return [textValue(expression.parts, session, expression.written)];
    case 'variable':
      return severalOf(variableValue(expression.name, session));
    case 'run':
      return session.read(expression.body) ?? [unknownValue('(…)')];
    case 'list':
      return expression.items.flatMap((item) => valuesOf(item, session));
    case 'joined':
      return [joined(expression, session)];
    case 'member': {
      const of = valuesOf(expression.of, session);
      return of.map((value) => memberOf(value, expression.name));
    }
    case 'call':
      return readCall(expression, session);
    case 'table':
      session.read(expression.items);
      for (const item of expression.items) readBlocks(item, session);
      return [listed('@{…}')];
    case 'type':
      return [literal(expression.name)];
    case 'block':
      return [{ text: expression.written, unknown: [], written: '{…}' }];
  }
}

/** A block as a value in a table may be run by the command that gets the table. */
function readBlocks(item: Statement, session: Session): void {
  if (item.kind !== 'pipeline') return;
  for (const element of item.elements)
    if (element.kind === 'expression' && element.value.kind === 'block') session.read(element.value.body);
}

const severalOf = (value: Value): readonly Value[] => value.several ?? [value];

/** Members of what a listing holds still speak of it; members of other values are not followed. */
function memberOf(value: Value, name: string): Value {
  if (value.written === '$PROFILE') return { ...value, written: `$PROFILE.${name}` };
  if (
    value.listed ||
    /^(?:FullName|Path|ProviderPath|PSPath|Name|BaseName|DirectoryName|Directory|Source|Definition|Id|ProcessName|Length|Count)$/i.test(
      name,
    )
  )
    return value;
  return unknownValue(value.unknown[0] ?? name);
}

function joined(expression: Expression & { kind: 'joined' }, session: Session): Value {
  const values = expression.items.map((item) => valuesOf(item, session)[0] ?? literal(''));
  if (expression.plus || values.length <= 1)
    return { text: values.map((one) => one.text).join(''), unknown: values.flatMap((one) => one.unknown) };
  const unknown = values.flatMap((one) => one.unknown);
  return {
    text: hole,
    unknown: unknown.length > 0 ? unknown : ['…'],
    ...(unknown.length === 0 || values.every((one) => one.listed) ? { listed: true as const } : {}),
  };
}

export function variableValue(name: string, session: Session): Value {
  const key = name.toLowerCase().replace(/^(?:global|script|local|private|using|variable):/, '');
  const plain = key.startsWith('env:') ? key.slice(4) : key;
  const own = session.run.variables.get(key.startsWith('env:') ? plain : `$${plain}`);
  return own ?? builtIn(key, session.run) ?? unknownValue(`$${name}`);
}

/** Sets a variable of PowerShell (`x`) or of the environment (`env:X`). */
export function setVariable(name: string, value: Value, session: Session): void {
  const key = name.toLowerCase().replace(/^(?:global|script|local|private|using|variable):/, '');
  session.run.variables.set(key.startsWith('env:') ? key.slice(4) : `$${key}`, value);
}

function textValue(parts: readonly Part[], session: Session, written: string): Value {
  if (parts.every((part) => typeof part === 'string')) return literal(parts.join(''));
  let text = '';
  const unknown: string[] = [];
  let fromProfile = false;
  let allListed = true;
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value =
      'variable' in part
        ? variableValue(part.variable, session)
        : (session.read(part.run)?.[0] ?? unknownValue('$(…)'));
    text += value.text;
    unknown.push(...value.unknown);
    if (value.unknown.length > 0 && !value.listed) allListed = false;
    if (value.written === '$PROFILE') fromProfile = true;
  }
  return {
    text,
    unknown,
    ...(unknown.length > 0 && allListed && { listed: true as const }),
    ...(fromProfile && { written }),
  };
}
