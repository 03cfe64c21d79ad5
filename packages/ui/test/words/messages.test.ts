import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { en } from '../../src/words/en.ts';
import { ko } from '../../src/words/ko.ts';
import { type MessageId, resolveLanguage, speak } from '../../src/words/words.ts';
import { zhTW } from '../../src/words/zh-TW.ts';

const all = { en, ko, 'zh-TW': zhTW } as const;
const ids = Object.keys(en) as MessageId[];

/** Names of the values that a message takes. */
function valuesOf(message: string, language: string): string[] {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) walk(one);
    if (typeof part !== 'object' || part === null) return;
    const { type, value, options } = part as {
      type: number;
      value?: unknown;
      options?: Record<string, { value: unknown }>;
    };
    if (type >= 1 && type <= 6 && typeof value === 'string') found.add(value);
    for (const option of Object.values(options ?? {})) walk(option.value);
  };
  walk(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst());
  return [...found].sort();
}

describe('messages', () => {
  for (const language of ['ko', 'zh-TW'] as const) {
    it(`${language} has the names of English, and takes the same values`, () => {
      assert.deepEqual(Object.keys(all[language]).sort(), [...ids].sort());
      for (const id of ids) assert.deepEqual(valuesOf(all[language][id], language), valuesOf(en[id], 'en'), id);
    });
    it(`${language} is translated`, () => {
      const same = ids.filter((id) => all[language][id] === en[id]);
      assert.deepEqual(same, ['settings.version']);
    });
  }

  it('every message is put into words in every language', () => {
    for (const language of ['en', 'ko', 'zh-TW'] as const) {
      const say = speak(language, all[language]);
      for (const id of ids) {
        const values = Object.fromEntries(
          valuesOf(en[id], 'en').map((name) => [name, ['count', 'percent', 'days'].includes(name) ? 3 : 'Ana']),
        );
        const words = say(id, values);
        assert.ok(words.length > 0 && !words.includes('{'), `${language} ${id}: ${words}`);
      }
    }
  });

  it('takes the language of the setting, else the first of the system it speaks', () => {
    assert.equal(resolveLanguage('ko', ['en-GB']), 'ko');
    assert.equal(resolveLanguage('system', ['fr-FR', 'zh-HK', 'en']), 'zh-TW');
    assert.equal(resolveLanguage('system', ['fr-FR']), 'en');
    assert.equal(resolveLanguage('anything', ['ko-KR']), 'ko');
  });
});
