import { en, type Words } from './en.ts';
import { ko } from './ko.ts';
import { zhTW } from './zh-TW.ts';

export type { WordId, Words } from './en.ts';
export const languages: Readonly<Record<string, Words>> = { en, ko, 'zh-TW': zhTW };

/** The words for a system's language name (`ko-KR`, `zh-Hant-TW`); English where there are none. */
export function wordsFor(locale: string): Words {
  if (/^ko\b/i.test(locale)) return ko;
  if (/^zh[-_](tw|hk|mo|hant)/i.test(locale)) return zhTW;
  return en;
}

/** Puts a number into a sentence. */
export const withCount = (text: string, count: number): string => text.replaceAll('{count}', String(count));
