import { type Chip, chips as chipOrder, type Detail, type Place, placeIds, type Reading } from '@bureau/contracts';
import type { Finding, Said } from './finding.ts';
import { list, namedOf, question, say, sentence } from './messages/index.ts';
import type { Language } from './types.ts';

/** A card holds so many characters of the main sentence well, also on a small window. */
const longestSentence = 320;
/** A card lists so many parts, and so many names of one part. */
const mostDetails = 200;
const mostNames = 60;
/** More places of one kind than this are not listed. */
const mostPlaces = 12;

/** Puts what was found into one reading in the person's language. The order of the findings is the order of the text. */
export function compose(findings: readonly Finding[], language: Language): Reading {
  const main = findings.length < 2 ? findings : findings.toSorted((a, b) => gravity(a) - gravity(b));
  const reasons = unique(findings.flatMap((finding) => finding.maybe ?? []));
  const tell = teller(language);
  const chips = sortedChips(findings, reasons.length > 0);
  const confident = reasons.length === 0;
  return {
    title: titleOf(findings, main, language),
    sentence: sentenceOf(findings, main, reasons, language, tell),
    chips,
    places: sortedPlaces(findings),
    confident,
    grantable: confident && !chips.some((chip) => neverAgain.has(chip)),
    details: detailsOf(findings, language, tell),
  };
}

type Tell = (said: Said) => string;

/** Says a thing as a sentence; the main sentence and the details share it. */
function teller(language: Language): Tell {
  const told = new Map<Said, string>();
  return (said) => {
    let text = told.get(said);
    if (text === undefined) {
      text = sentence(language, said.id, said.params);
      told.set(said, text);
    }
    return text;
  };
}

/** What is asked anew each time, however sure the reading is. */
const neverAgain: ReadonlySet<Chip> = new Set([
  'admin',
  'deletes',
  'git-history',
  'stops-programs',
  'spends',
  'publishes',
  'permissions',
  'settings',
  'maybe',
]);

const looksOn = chipOrder.indexOf('reads');
const order = new Map<Chip, number>(chipOrder.map((chip, i) => [chip, i]));
const gravity = (finding: Finding): number => {
  // A look that goes on for long is still a look.
  if (finding.chips.every((chip) => chip === 'reads' || chip === 'background') && !finding.maybe?.length)
    return looksOn;
  return Math.min(
    chipOrder.length,
    ...finding.chips.map((chip) => order.get(chip) ?? chipOrder.length),
    (finding.maybe?.length ?? 0) > 0 ? order.get('maybe')! : chipOrder.length,
  );
};

function titleOf(findings: readonly Finding[], main: readonly Finding[], language: Language): string {
  if (main.length === 0) return say(language, 'title.nothing');
  const first = main[0]!;
  const asked = question(language, first.does.id, first.does.params);
  if (main.length === 1) return asked;
  // What only looks, beside the one that does something, is no question of its own.
  const acting = main.filter(acts);
  if (acting.length <= 1) return asked;
  // The same done to several files is one question.
  const same = sameDone(findings);
  if (same) return question(language, first.does.id, { ...first.does.params, paths: same });
  return say(language, 'title.one-of', { question: asked, count: acting.length });
}

const acts = (finding: Finding): boolean =>
  finding.chips.some((chip) => chip !== 'reads') || (finding.maybe?.length ?? 0) > 0;

/** The names of all files, where each finding does the same to another file. */
function sameDone(findings: readonly Finding[]): readonly string[] | undefined {
  const names: string[] = [];
  for (const { does } of findings) {
    const name = does.params?.['paths'];
    if (does.id !== findings[0]!.does.id || name === undefined || typeof name === 'number') return undefined;
    if (Object.keys(does.params!).length > 1) return undefined;
    names.push(...(typeof name === 'string' ? [name] : name));
  }
  return [...new Set(names)];
}

function sentenceOf(
  findings: readonly Finding[],
  main: readonly Finding[],
  reasons: readonly Said[],
  language: Language,
  tell: Tell,
): string {
  if (main.length === 0) return sentence(language, 'note.nothing');
  const same = findings.length > 1 ? sameDone(findings) : undefined;
  const said: string[] = [];
  const first = main[0]!.does;
  if (same) said.push(sentence(language, first.id, { ...first.params, paths: same }));
  else {
    // What does something comes first in importance; the order stays that of the text.
    const told = main.some(acts) ? main.filter(acts) : main;
    const shown = new Set(told.slice(0, 3));
    for (const finding of findings) if (shown.has(finding)) said.push(tell(finding.does));
    if (told.length > shown.size) said.push(sentence(language, 'title.more', { count: told.length - shown.size }));
  }
  // What else stands in the command is for the details.
  const notes = main.flatMap((finding) => finding.notes ?? []).filter(({ id }) => id !== 'note.with');
  for (const one of [...notes.slice(0, 1), ...reasons.slice(0, 1)]) said.push(tell(one));
  const joiner = language === 'zh-TW' ? '' : ' ';
  let text = said[0]!;
  for (const one of said.slice(1)) if (text.length + one.length < longestSentence) text += joiner + one;
  return text;
}

function detailsOf(findings: readonly Finding[], language: Language, tell: Tell): Detail[] {
  const details: Detail[] = [];
  for (const finding of findings) {
    const uncertain = (finding.maybe?.length ?? 0) > 0;
    details.push({
      sentence: tell(finding.does),
      ...(finding.part !== undefined && { part: finding.part }),
      chips: uncertain ? [...new Set<Chip>([...finding.chips, 'maybe'])] : [...new Set(finding.chips)],
    });
    for (const one of [...(finding.notes ?? []), ...(finding.maybe ?? [])]) details.push({ sentence: tell(one) });
    // A sentence names a few of many; here they are all.
    const names = finding.does.params?.['paths'];
    if (typeof names === 'object')
      for (let at = namedOf(names); at < Math.min(names.length, mostNames); at++)
        details.push({ sentence: list(language, names.slice(at, at + 1)) });
  }
  const all = withoutRepeats(details);
  if (all.length <= mostDetails) return all;
  return [
    ...all.slice(0, mostDetails),
    { sentence: sentence(language, 'title.more', { count: all.length - mostDetails }) },
  ];
}

function withoutRepeats(details: Detail[]): Detail[] {
  if (details.length < 2) return details;
  const seen = new Set<string>();
  return details.filter((one) => {
    const key = `${one.sentence}\n${one.part ?? ''}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function unique(said: readonly Said[]): readonly Said[] {
  if (said.length < 2) return said;
  const seen = new Set<string>();
  return said.filter((one) => {
    const key = JSON.stringify(one);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function sortedChips(findings: readonly Finding[], uncertain: boolean): Chip[] {
  const all = new Set<Chip>(findings.flatMap((finding) => finding.chips));
  if (uncertain) all.add('maybe');
  return chipOrder.filter((chip) => all.has(chip));
}

function sortedPlaces(findings: readonly Finding[]): Place[] {
  const all = findings.flatMap((finding) => finding.places);
  if (all.length < 2) return all;
  return placeIds.flatMap((id) => {
    const seen = new Set<string | undefined>();
    for (const place of all) if (place.id === id) seen.add(place.path);
    return [...seen].slice(0, mostPlaces).map((path) => (path === undefined ? { id } : { id, path }));
  });
}
