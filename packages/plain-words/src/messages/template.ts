import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../types.ts';

/** A piece of a filled message: the message's own words, or a value that was put in. */
export interface Filled {
  readonly text: string;
  readonly own: boolean;
}

const locales: Record<Language, string> = { en: 'en', ko: 'ko', 'zh-TW': 'zh-Hant-TW' };

/** Marks a value inside what the library formats, so that the value can be told from the message's own words. */
const open = '\u{e000}';
const close = '\u{e001}';

/**
 * Makes a message (ICU MessageFormat) ready to be filled. Only messages that count go through the library:
 * thousands of readings a second want the others as plain pieces.
 */
export function compile(
  text: string,
  language: Language,
): (params: Readonly<Record<string, string | number>>) => readonly Filled[] {
  if (!/\{\w+,/.test(text)) {
    const pieces = text.split(/\{(\w+)\}/);
    return (params) => pieces.map((piece, i) => (i % 2 ? value(params, piece, language) : { text: piece, own: true }));
  }
  const format = new IntlMessageFormat(text, locales[language]);
  return (params) => {
    const names = Object.keys(params);
    const marked: Record<string, string | number> = {};
    names.forEach((name, i) => {
      marked[name] = typeof params[name] === 'number' ? params[name] : open + i + close;
    });
    return String(format.format(marked))
      .split(/\u{e000}(\d+)\u{e001}/u)
      .map((piece, i) =>
        i % 2 ? { text: String(params[names[Number(piece)]!]), own: false } : { text: piece, own: true },
      );
  };
}

function value(params: Readonly<Record<string, string | number>>, name: string, language: Language): Filled {
  const given = params[name];
  if (given === undefined) return { text: '', own: false };
  return { text: typeof given === 'number' ? given.toLocaleString(locales[language]) : given, own: false };
}
