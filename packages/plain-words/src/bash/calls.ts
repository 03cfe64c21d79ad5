import { hasOddCharacters } from '../characters.ts';
import { shown } from '../messages/index.ts';
import { callProgram } from '../programs/call.ts';
import { add, plainName, type Value } from '../windows/run.ts';
import type { BashRun } from './shell.ts';

/** A command whose name is only known when it runs. */
export function callUnknown(first: Value, _args: readonly Value[], run: BashRun): undefined {
  const name = plainName(first);
  add(run, 'run.program', { name }, ['runs-code'], {
    maybe:
      first.unknown.length > 0
        ? first.unknown.map((one) => ({ id: 'maybe.variable', params: { name: shown(one) } }))
        : [{ id: 'maybe.code' }],
  });
}

/** Words that only zsh knows. */
const zshOnly = new Set(
  'noglob nocorrect setopt unsetopt autoload zmodload zparseopts zstyle compinit bindkey whence where functions emulate print vared zle repeat foreach limit sched r rehash zcompile ztcp zsocket'.split(
    ' ',
  ),
);

/** A program outside the shell, or a word of zsh. */
export function callOther(first: Value, args: readonly Value[], run: BashRun): undefined {
  if (zshOnly.has(first.text)) {
    add(run, 'command.part', { text: shown(first.text) }, ['runs-code'], {
      maybe: [{ id: 'maybe.zsh', params: { text: shown(first.text) } }],
    });
    const inside = first.text === 'repeat' ? args.slice(1) : /^no/.test(first.text) ? args : [];
    if (inside.length > 0) run.call?.(inside, run);
    return;
  }
  if (hasOddCharacters(first.text)) {
    add(run, 'run.program', { name: shown(first.text) }, ['runs-code'], {
      maybe: [{ id: 'maybe.odd-characters', params: { text: shown(first.text) } }],
    });
    return;
  }
  callProgram(first, args, run);
}
