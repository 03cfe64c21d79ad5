import { hole, isKnown, literal, type Value } from '../windows/run.ts';
import type { ParameterExpansionPart } from './parse.ts';
import type { BashRun } from './shell.ts';
import { expandOne, type Inner } from './words.ts';

const unknownValue = (name: string): Value => ({ text: hole, unknown: [name] });
/** A number or the like: not known, and harmless as a name. */
const number = (name: string): Value => ({ text: hole, unknown: [name], listed: true });

/** `$NAME`, `$1`, `$@`, `$?`. */
export function simpleValue(name: string, run: BashRun): Value {
  if (
    /^[?$!#]$/.test(name) ||
    /^(?:RANDOM|SECONDS|EPOCHSECONDS|LINENO|UID|EUID|PPID|BASHPID|COLUMNS|LINES)$/.test(name)
  )
    return number(`$${name}`);
  if (name === 'PWD') return run.lost ? unknownValue('PWD') : literal(run.where.cwd);
  if (/^\d$/.test(name) || name === '@' || name === '*') return argument(name, run);
  return run.variables.get(name) ?? unknownValue(name);
}

function argument(name: string, run: BashRun): Value {
  const { args } = run.shell;
  if (!args) return unknownValue(`$${name}`);
  if (name === '@' || name === '*')
    return { text: args.map((one) => one.text).join(' '), unknown: args.flatMap((one) => one.unknown), several: args };
  return args[Number(name) - 1] ?? (name === '0' ? unknownValue('$0') : literal(''));
}

/** `${NAME}` with its operations, where the value is known; else a value that is not. */
export function parameterValue(part: ParameterExpansionPart, run: BashRun, inner: Inner): Value {
  const { parameter, prefix, operation } = part;
  if (prefix === '#') return number(part.text);
  if (prefix === '!') return unknownValue(parameter);
  if (part.index) {
    const index = part.index.value;
    const value = run.variables.get(parameter);
    if (!value) return unknownValue(parameter);
    if (index === '@' || index === '*') return value;
    return value.several?.[Number(index)] ?? (/^\d+$/.test(index) ? unknownValue(parameter) : { ...value });
  }
  const value = simpleValue(parameter, run);
  if (!operation) return value;
  switch (operation.type) {
    case 'Default': {
      const other = expandOne(operation.operand, run, inner);
      if (/^:?[=-]$/.test(operation.operator)) {
        if (isKnown(value) && value.text !== '') return value;
        // `${X:-dist}`: one of the two.
        return isKnown(value) ? other : { text: hole, unknown: [parameter] };
      }
      if (/^:?\?$/.test(operation.operator)) return value;
      return isKnown(value) ? (value.text === '' ? literal('') : other) : { text: hole, unknown: [parameter] };
    }
    case 'Unknown':
      inner.otherInZsh(part.text, run);
      return unknownValue(parameter || part.text);
    case 'Slice':
      if (!/^\s*-?[\d$(]/.test(operation.offset.text)) inner.otherInZsh(part.text, run);
      return isKnown(value) ? changed(value, parameter) : value;
    case 'Remove':
      return removed(value, operation.operator, expandOne(operation.operand, run, inner), parameter);
    case 'Replace':
      expandOne(operation.replacement, run, inner);
      return changed(value, parameter);
    case 'Transform':
      return unknownValue(parameter);
    default:
      return changed(value, parameter);
  }
}

/** A known value that was altered in a way that is not followed: a part of what it was. */
function changed(value: Value, name: string): Value {
  return value.listed || isKnown(value) ? { text: hole, unknown: [name], listed: true } : value;
}

/** `${f%.js}` and the like, for literal text; a glob stays a glob. */
function removed(value: Value, operator: string, pattern: Value, name: string): Value {
  if (!isKnown(value) || !isKnown(pattern)) return value;
  const { text } = value;
  if (/[*?[\]\\]/.test(pattern.text)) {
    if (operator === '##' && pattern.text === '*/') return { ...value, text: text.slice(text.lastIndexOf('/') + 1) };
    if (operator === '%' && pattern.text === '/*')
      return text.includes('/') ? { ...value, text: text.slice(0, text.lastIndexOf('/')) } : value;
    return changed(value, name);
  }
  if (operator.startsWith('%') && text.endsWith(pattern.text))
    return { ...value, text: text.slice(0, text.length - pattern.text.length) };
  if (operator.startsWith('#') && text.startsWith(pattern.text))
    return { ...value, text: text.slice(pattern.text.length) };
  return value;
}
