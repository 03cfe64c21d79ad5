import { shown } from '../messages/index.ts';
import { readScriptFile } from '../programs/scripts.ts';
import type { Call } from '../programs/spec.ts';
import { add, isKnown, literal, looks, plainName, type Run, touches, type Value } from '../windows/run.ts';

const findTakes = new Set(
  '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -type -xtype -maxdepth -mindepth -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -newermt -newerat -perm -user -group -uid -gid -inum -links -samefile -fstype -regextype -printf -context -used -D'.split(
    ' ',
  ),
);

export function find(call: Call, run: Run): undefined {
  const words = call.args;
  const paths: Value[] = [];
  let i = 0;
  while (i < words.length && (!/^[-(!,]/.test(words[i]!.text) || /^-[HLPEXdsx]$|^-O\d$/.test(words[i]!.text))) {
    if (!words[i]!.text.startsWith('-')) paths.push(words[i]!);
    i++;
  }
  const names: string[] = [];
  const actions: (() => void)[] = [];
  const where = paths.length > 0 ? paths : [literal('.')];
  let negated = false;
  let other = false;
  for (; i < words.length; i++) {
    const word = words[i]!.text;
    if (word === '!' || word === '-not') {
      negated = true;
      continue;
    }
    if (findTakes.has(word) || /^-newer..$/.test(word)) {
      const given = words[++i];
      if (given && /^-(?:i?name|i?path|i?wholename|i?regex)$/.test(word) && !negated) names.push(plainName(given));
      if (given && /^-(?:newer|anewer|samefile)/.test(word) && !/t$/.test(word))
        actions.push(() => looks(run, 'files.read', [given]));
      negated = false;
    } else if (/^-(?:exec|execdir|ok|okdir)$/.test(word)) {
      const end = words.findIndex(
        (one, k) => k > i && (one.text === ';' || (one.text === '+' && words[k - 1]?.text === '{}')),
      );
      const inside = words.slice(i + 1, end < 0 ? undefined : end);
      actions.push(() => runsEach(inside, where, names, run, end < 0));
      i = end < 0 ? words.length : end;
      other = true;
    } else if (word === '-delete') {
      other = true;
      actions.push(() => deletesFound(where, names, run));
    } else if (/^-(?:fprint0?|fls|fprintf)$/.test(word)) {
      const file = words[++i];
      if (word === '-fprintf') i++;
      if (file) actions.push(() => touches(run, 'files.overwrite', ['changes'], [file]));
    } else if (word === '-files0-from') {
      const file = words[++i];
      if (file) actions.push(() => looks(run, 'files.read', [file]));
    } else if (
      !/^(?:-o|-or|-a|-and|-print0?|-ls|-prune|-quit|-depth|-mount|-xdev|-empty|-readable|-writable|-executable|-follow|-daystart|-noleaf|-true|-false|-nouser|-nogroup|-ignore_readdir_race|[()!,]|\\[()])$/.test(
        word,
      )
    ) {
      const name = shown(word);
      actions.push(() =>
        add(run, 'run.program', { name: 'find' }, ['runs-code'], { maybe: [{ id: 'maybe.option', params: { name } }] }),
      );
    }
  }
  run.output = { list: true, words: 'find' };
  if (names.length > 0) looks(run, 'files.find', where, { pattern: shown([...new Set(names)].join(', ')) });
  else if (!other) looks(run, 'files.list', where);
  else looks(run, 'files.list', where);
  const found = run.output;
  for (const act of actions) act();
  run.output = found;
}

function foundIn(where: readonly Value[], names: readonly string[]): readonly Value[] {
  return where.map((one) => ({
    ...one,
    text: names.length === 0 ? one.text : `${one.text.replace(/\/$/, '')}/**/${names[0]!.replace(/^.*\//, '')}`,
    ...(isKnown(one) && { listed: true as const }),
  }));
}

function deletesFound(where: readonly Value[], names: readonly string[], run: Run): undefined {
  touches(run, 'files.delete-found', ['deletes'], where, { params: { pattern: names.join(', ') || '*' } });
}

/** `-exec rm {} +`: the command for what was found. */
function runsEach(
  words: readonly Value[],
  where: readonly Value[],
  names: readonly string[],
  run: Run,
  broken: boolean,
): undefined {
  if (broken) add(run, 'run.program', { name: 'find' }, ['runs-code'], { maybe: [{ id: 'maybe.broken' }] });
  const found = foundIn(where, names);
  const filled = words.flatMap((one) =>
    one.text === '{}'
      ? found
      : one.text.includes('{}')
        ? found.map((each) => ({ ...one, text: one.text.replaceAll('{}', each.text) }))
        : [one],
  );
  if (filled.length > 0 && words[0]!.text !== '{}') run.call?.(filled, run);
  else if (words.length > 0) readScriptFile(found[0]!, run);
}
