import type { Filled } from './template.ts';

const chinese = /[\p{Script=Han}\p{Script=Hangul}]/u;
const mark = /[，。：；、？！「」『』（）《》…]/u;

/**
 * Between Chinese and other writing stands a space, between Chinese and Chinese none: a message cannot know which of
 * them a name will be.
 */
export function withSpaces(parts: readonly Filled[]): string {
  let text = '';
  for (const part of parts) {
    let next = part.text;
    if (text !== '' && next !== '') {
      const before = text.trimEnd().at(-1) ?? '';
      const after = next.trimStart().at(0) ?? '';
      const joined = text.length !== text.trimEnd().length || next.length !== next.trimStart().length;
      const close = (chinese.test(before) && chinese.test(after)) || mark.test(before) || mark.test(after);
      const apart = chinese.test(before) !== chinese.test(after) && !mark.test(before) && !mark.test(after);
      if (joined && close) {
        if (part.own) next = next.trimStart();
        else text = text.trimEnd();
      } else if (!joined && apart) text += ' ';
    }
    text += next;
  }
  return text;
}
