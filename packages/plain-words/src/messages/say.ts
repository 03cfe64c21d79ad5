import type { Language } from '../types.ts';
import { type Form, inForm } from './forms.ts';
import { list } from './lists.ts';
import { type MessageId, template } from './load.ts';
import { withParticles } from './particles.ts';
import { withSpaces } from './spaces.ts';
import { compile, type Filled } from './template.ts';

export type { MessageId } from './load.ts';

/** Numbers are counted and grouped; a list is named up to three and then counted. */
export type Params = Readonly<Record<string, string | number | readonly string[]>>;

/** Stands for the chosen folder where a path is named; `shown` lets no such character through from outside. */
export const here = '\u{e010}';

/** Stands for what a command should name and does not. */
export const something = '\u{e011}';
const pattern = '\u{e012}';

/** Marks the name of a path with `*` or `?` in it, so that a sentence says which files that is. */
export const patternName = (name: string): string => (/[*?]/.test(name) ? pattern + name : name);

interface Ready {
  readonly language: Language;
  readonly fill: (params: Readonly<Record<string, string | number>>) => readonly Filled[];
}
const ready: Record<Language, Record<Form, Map<MessageId, Ready>>> = { en: forms(), ko: forms(), 'zh-TW': forms() };
function forms(): Record<Form, Map<MessageId, Ready>> {
  return { does: new Map(), ask: new Map(), did: new Map() };
}

/** «Deletes the folder build»: a message as it stands, without a full stop. */
export const say = (language: Language, id: MessageId, params: Params = {}): string =>
  render(language, 'does', id, params);

/** «Deletes the folder build.» */
export const sentence = (language: Language, id: MessageId, params: Params = {}): string =>
  stopped(language, render(language, 'does', id, params));

/** «Delete the folder build?» Only for messages that say what is done. */
export const question = (language: Language, id: MessageId, params: Params = {}): string =>
  render(language, 'ask', id, params);

/** «Deleted the folder build». Only for messages that say what is done. */
export const past = (language: Language, id: MessageId, params: Params = {}): string =>
  render(language, 'did', id, params);

function render(language: Language, form: Form, id: MessageId, params: Params): string {
  const made = ready[language][form];
  let entry = made.get(id);
  if (!entry) {
    const found = template(language, id);
    entry = { language: found.language, fill: compile(inForm(found.language, form, found.text), found.language) };
    // Not kept while the language is still to be loaded.
    if (found.language === language) made.set(id, entry);
  }
  const flat: Record<string, string | number> = {};
  for (const name in params) {
    const value = params[name]!;
    flat[name] =
      typeof value === 'object'
        ? list(
            entry.language,
            value.map((one) => named(language, one)),
          )
        : named(language, value);
  }
  const parts = entry.fill(flat);
  const text = joined(entry.language, parts);
  return parts.some((part) => !part.own && part.text === '') ? withoutGaps(text) : text;
}

function joined(language: Language, parts: readonly Filled[]): string {
  if (language === 'ko') return withParticles(parts);
  if (language === 'zh-TW') return withSpaces(parts);
  let text = '';
  for (const part of parts) text += part.text;
  return text;
}

/** Closes what a value that is empty left open: brackets, quotes, blanks, a colon at the end. */
const withoutGaps = (text: string): string =>
  text
    .replace(/ ?\(\)|（）|「」|“”/g, '')
    .replace(/\s*[:：]\s*(?=[?？]?$)/, '')
    .replace(/(?<=\p{Script=Han}) +(?=\p{Script=Han})/gu, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ +(?=[?？.。,，]|$)/g, '');

/** Puts the stand-ins for names into words. */
function named<T extends string | number>(language: Language, value: T): T | string {
  if (typeof value !== 'string' || !/^[\u{e010}-\u{e012}]/u.test(value)) return value;
  if (value === here) return say(language, 'word.here');
  if (value === something) return say(language, 'word.something');
  const [, folder, last] = /^.((?:.*[\\/])?)([^\\/]*)$/su.exec(value)!;
  const inFolder = folder === '' ? here : folder!.replace(/(?<=.)[\\/]$/, '');
  if (/[*?]/.test(folder!)) return say(language, 'word.files-like', { pattern: value.slice(1) });
  if (last === '*' || last === '*.*') return say(language, 'word.everything', { folder: inFolder });
  const ending = /^\*(\.[^*?]+)$/.exec(last!)?.[1];
  if (ending === undefined) return say(language, 'word.files-like', { pattern: value.slice(1) });
  if (folder === '') return say(language, 'word.ending', { ending });
  return say(language, 'word.ending-in', { ending, folder: inFolder });
}

function stopped(language: Language, text: string): string {
  if (/[.!?。！？…]$/.test(text)) return text;
  return text + (language === 'zh-TW' ? '。' : '.');
}
