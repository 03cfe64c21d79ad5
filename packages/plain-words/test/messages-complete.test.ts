import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { en } from '../src/messages/en/index.ts';
import { notes } from '../src/messages/en/notes.ts';
import { starts } from '../src/messages/en/starts.ts';
import { texts } from '../src/messages/en/texts.ts';
import { hasForms } from '../src/messages/forms.ts';
import { loadLanguage, type MessageId, past, question, say } from '../src/messages/index.ts';
import { ko } from '../src/messages/ko/index.ts';
import { zhTW } from '../src/messages/zh-TW/index.ts';

const ids = Object.keys(en) as MessageId[];
const parametersOf = (text: string): string[] => {
  const found = new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]!));
  return [...found].filter((name) => !/^\d/.test(name)).sort();
};
const saysWhatIsDone = (id: MessageId): boolean => !(id in texts) && !(id in starts) && !(id in notes);

describe('the messages of each language', () => {
  for (const [name, messages] of [
    ['Korean', ko],
    ['Traditional Chinese', zhTW],
  ] as const) {
    it(`${name} has every message, with the same parameters`, () => {
      const wrong = ids.filter(
        (id) => messages[id] === undefined || parametersOf(messages[id]).join() !== parametersOf(en[id]).join(),
      );
      assert.deepEqual(wrong, []);
    });
    it(`${name} has no message that English has not`, () => {
      assert.deepEqual(
        Object.keys(messages).filter((id) => !(id in en)),
        [],
      );
    });
  }

  it('can be read by the library', () => {
    for (const messages of [en, ko, zhTW])
      for (const text of Object.values(messages)) assert.doesNotThrow(() => new IntlMessageFormat(text, 'en'), text);
  });

  it('have their forms where they say what is done', () => {
    for (const [language, messages] of [
      ['en', en],
      ['ko', ko],
      ['zh-TW', zhTW],
    ] as const) {
      const wrong = ids.filter((id) => saysWhatIsDone(id) && messages[id] && !hasForms(language, messages[id]));
      assert.deepEqual(wrong, [], language);
    }
  });

  it('keep both forms of a particle in Korean', () => {
    // A particle right behind a value has to follow its sound.
    const fixed = ids.filter((id) =>
      /\}(?:을|를|이|가|은|는|과|와|로|으로)(?![가-힣(])/.test(
        ko[id]?.replace(/\{\w+, plural,(?: \S+ \{[^}]*\})+\}/g, '') ?? '',
      ),
    );
    assert.deepEqual(fixed, []);
  });

  it('speak plainly', () => {
    const jargon =
      /\b(?:repositor|stdout|stderr|stdin|execut|director(?:y|ies)|recursiv|parameter|argument(?!s\})|invoke|payload|endpoint|daemon|filesystem|symlink|environment variable|terminate|initiali[sz]e|syntax|parse|string|boolean|integer|token|glob\b|regex|cwd|PID|URL\b|API\b|MCP\b)/i;
    const wrong = ids.filter((id) => jargon.test(en[id].replace(/\{\w+\}/g, '')));
    assert.deepEqual(wrong, []);
  });

  it('fit a card with the longest names', async () => {
    for (const language of ['en', 'ko', 'zh-TW'] as const) {
      await loadLanguage(language);
      for (const id of ids.filter(saysWhatIsDone)) {
        const params = Object.fromEntries(
          parametersOf(en[id]).map((name) => [name, name === 'count' || name === 'files' ? 3 : 'x'.repeat(120)]),
        );
        for (const text of [say(language, id, params), question(language, id, params), past(language, id, params)])
          assert.ok(text.length < 480, `${language} ${id} ${text.length}`);
      }
    }
  });
});
