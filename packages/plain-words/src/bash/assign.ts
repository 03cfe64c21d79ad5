import { add, isKnown, type Value } from '../windows/run.ts';
import { environment } from './environment.ts';
import type { Assignment } from './parse.ts';
import type { BashRun } from './shell.ts';
import { expandAll, expandOne, type Inner } from './words.ts';

/** `NAME=value`, for the rest of the command or only for the program behind it. */
export function assign(node: Assignment, run: BashRun, inner: Inner, onlyHere: boolean): undefined {
  let value: Value;
  if (node.value.type === 'ArrayValue') {
    const all = expandAll(node.value.elements, run, inner).slice(0, 64);
    value = { text: all.map((one) => one.text).join(' '), unknown: all.flatMap((one) => one.unknown), several: all };
  } else value = expandOne(node.value, run, inner);
  if (node.append) {
    const before = run.variables.get(node.name);
    value = before
      ? {
          text: before.text + value.text,
          unknown: [...before.unknown, ...value.unknown],
          ...(before.several && value.several && { several: [...before.several, ...value.several] }),
        }
      : { text: value.text, unknown: [node.name, ...value.unknown] };
  }
  setVariable(node.name, value, run, onlyHere);
}

/** A variable that grows past this is not followed any more. */
const longestValue = 20_000;

/** Sets a variable; some change what later words mean, or start programs. */
export function setVariable(name: string, value: Value, run: BashRun, onlyHere: boolean): undefined {
  run.variables.set(name, value.text.length > longestValue ? { text: '\u{e020}', unknown: [name] } : value);
  if (name === 'IFS' && onlyHere && isKnown(value)) return;
  environment(name, value, run);
}

/** Values that are asked for or read from a file. */
export function forget(name: string, run: BashRun): undefined {
  const { input } = run;
  run.variables.set(
    name,
    input?.list ? { text: '\u{e020}', unknown: [input.words], listed: true } : { text: '\u{e020}', unknown: [name] },
  );
  if (/^(?:PATH|LD_PRELOAD|BASH_ENV)$/.test(name))
    add(run, 'settings.words', { name }, [], { maybe: [{ id: 'maybe.words', params: { name } }] });
}
