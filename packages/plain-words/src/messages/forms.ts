import type { Language } from '../types.ts';
import { english, korean } from './verbs.ts';

/** `does`: «Deletes build». `ask`: «Delete build?». `did`: «Deleted build». */
export type Form = 'does' | 'ask' | 'did';

/**
 * Turns a message that says what is done into a question or into the past. Each language has one place for it:
 * English the first word, Korean the last, Chinese a word in front.
 */
export function inForm(language: Language, form: Form, text: string): string {
  if (form === 'does') return text;
  if (language === 'zh-TW') return form === 'ask' ? chineseQuestion(text) : `已${text}`;
  if (language === 'ko') {
    for (const [ending, [ask, did]] of korean) {
      if (text.endsWith(ending)) return text.slice(0, -ending.length) + (form === 'ask' ? ask : did);
    }
    return text;
  }
  const [first] = text.split(' ', 1) as [string];
  const verb = english[first];
  if (!verb) return text;
  const rest = text.slice(first.length);
  return form === 'ask' ? `${verb[0]}${rest}?` : `${verb[1]}${rest}`;
}

/** What stands behind a colon goes into brackets: the question word has to follow the verb's part. */
function chineseQuestion(text: string): string {
  const [head, ...tail] = text.split('：');
  return tail.length === 0 ? `要${text}嗎？` : `要${head}嗎？（${tail.join('：')}）`;
}

/** Whether a message has all three forms. */
export const hasForms = (language: Language, text: string): boolean =>
  language === 'zh-TW' || inForm(language, 'did', text) !== text;
