import { runsInput } from '../programs/scripts.ts';
import { type Call, has, value, wordsFrom } from '../programs/spec.ts';
import { isKnown, literal, plainName, type Run, type Value } from '../windows/run.ts';
import { readShellText } from './wrappers.ts';

/** What a list on the input stands for, as one more operand. */
function fromInput(call: Call, run: Run): Value {
  const file = value(call, '-a');
  if (file) return { text: '\u{e020}', unknown: [plainName(file)] };
  const { input } = run;
  if (input?.value && isKnown(input.value)) return { ...input.value, text: input.value.text.trim() };
  return { text: '\u{e020}', unknown: [input?.words ?? '…'], ...(input?.list && { listed: true as const }) };
}

export function xargs(call: Call, run: Run): undefined {
  const words = wordsFrom(call, 0);
  const given = fromInput(call, run);
  const list = isKnown(given)
    ? given.text
        .split(/\s+/)
        .filter(Boolean)
        .map((text) => literal(text))
    : [given];
  if (words.length === 0) return;
  const place = value(call, '-I', '-J')?.text ?? (has(call, '-i') ? '{}' : undefined);
  const filled = place
    ? words.flatMap((one) =>
        one.text === place ? list : one.text.includes(place) ? [inserted(one, place, given)] : [one],
      )
    : [...words, ...list];
  const { input } = run;
  run.input = undefined;
  run.piped = false;
  if (!isKnown(filled[0]!) && !words[0]!.text) return;
  run.call?.(filled, run);
  run.input = input;
}

function inserted(word: Value, place: string, given: Value): Value {
  const { several: _several, ...rest } = given;
  return {
    ...rest,
    text: word.text.replaceAll(place, given.text),
    unknown: [
      ...word.unknown,
      ...word.text
        .split(place)
        .slice(1)
        .flatMap(() => given.unknown),
    ],
  };
}

/** Where parallel puts each word: `{}`, `{.}`, `{/}`, `{#}`, `{2}` … */
const place = /\{(?:\d*(?:\/{0,2}\.?)|[#%])\}/;
const everyPlace = new RegExp(place.source, 'g');
const wholePlace = new RegExp(`^${place.source}$`);

export function parallel(call: Call, run: Run): undefined {
  const words = wordsFrom(call, 0);
  const at = words.findIndex((one) => /^:::\+?:?$|^::::\+?$/.test(one.text));
  const command = at < 0 ? words : words.slice(0, at);
  const list = at < 0 ? [fromInput(call, run)] : words.slice(at + 1);
  if (command.length === 0) return runsInput('sh', run);
  const text = command.map((one) => one.text).join(' ');
  if (command.length === 1 && /\s/.test(text))
    return readShellText(
      {
        text: place.test(text) ? text.replace(everyPlace, list[0]!.text) : `${text} ${list[0]!.text}`,
        unknown: list[0]!.unknown,
        ...(list[0]!.listed && { listed: true as const }),
      },
      run,
    );
  const holes = command.some((one) => place.test(one.text));
  run.call?.(holes ? command.flatMap((one) => (wholePlace.test(one.text) ? list : [one])) : [...command, ...list], run);
}
