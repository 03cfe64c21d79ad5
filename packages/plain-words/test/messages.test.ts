import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { list, past, question, say, sentence, shown, size } from '../src/messages/index.ts';
import { lastSound, withParticles } from '../src/messages/particles.ts';

describe('messages', () => {
  it('come as a sentence, a question and in the past', () => {
    const params = { paths: ['dist', 'a.txt'] };
    assert.equal(sentence('en', 'files.delete', params), 'Deletes dist and a.txt.');
    assert.equal(question('en', 'files.delete', params), 'Delete dist and a.txt?');
    assert.equal(past('en', 'files.delete', params), 'Deleted dist and a.txt');
  });

  it('count by the rules of the language', () => {
    const one = say('en', 'files.delete-counted', { path: 'build', files: 1, size: '3 KB' });
    const many = say('en', 'files.delete-counted', { path: 'build', files: 1214, size: '12 MB' });
    assert.equal(one, 'Deletes the folder build and the one file in it, 3 KB');
    assert.equal(many, 'Deletes the folder build and the 1,214 files in it, 12 MB');
  });

  it('name up to three of a list', () => {
    assert.equal(list('en', ['a', 'b', 'c']), 'a, b and c');
    assert.equal(list('en', ['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more');
    assert.equal(list('ko', ['a', 'b', 'c', 'd', 'e']), 'a, b, c 외 2개');
    assert.equal(list('zh-TW', ['a', 'b', 'c', 'd', 'e']), 'a、b、c 等 5 項');
  });

  it('name fewer where they are long', () => {
    const long = (name: string) => name.repeat(90);
    assert.equal(list('en', [long('a'), long('b'), 'c']), `${long('a')} and 2 more`);
  });

  it('say sizes as people know them', () => {
    assert.equal(size('en', 0), '0 bytes');
    assert.equal(size('en', 999), '999 bytes');
    assert.equal(size('en', 1500), '1.5 KB');
    assert.equal(size('en', 999_999), '1 MB');
    assert.equal(size('en', 12_345_678), '12 MB');
    assert.equal(size('ko', 12), '12바이트');
  });

  it('show what cannot be seen in a name', () => {
    assert.equal(shown('a\u202eb\u200bc'), 'a‹U+202E›b‹U+200B›c');
    assert.equal(shown('a\u00a0b\nc'), 'a‹U+00A0›b ⏎ c');
    assert.equal(shown('문서.txt'), '문서.txt');
    assert.equal(shown('x'.repeat(500)).length, 120);
    assert.ok(!/[\ud800-\udfff]/.test(shown('😀'.repeat(500)).replace(/[\u{10000}-\u{10ffff}]/gu, '')));
  });

  it('do not take the words of a name for their own', () => {
    assert.equal(
      say('en', 'files.delete', { paths: ['{path} # {n, plural, other {x}}'] }),
      'Deletes {path} # {n, plural, other {x}}',
    );
    const counted = say('en', 'files.delete-counted', { path: "{files}'#<b>", files: 2, size: '1 KB' });
    assert.equal(counted, "Deletes the folder {files}'#<b> and the 2 files in it, 1 KB");
  });
});

describe('Korean particles', () => {
  const cases: [string, string][] = [
    ['폴더', '폴더를'],
    ['파일', '파일을'],
    ['build', 'build를'],
    ['dist', 'dist를'],
    ['main', 'main을'],
    ['npm', 'npm을'],
    ['package.json', 'package.json을'],
    ['README.md', 'README.md를'],
    ['index.html', 'index.html을'],
    ['src/cart.ts', 'src/cart.ts를'],
    ['app', 'app을'],
    ['git', 'git을'],
    ['node', 'node를'],
    ['file', 'file을'],
    ['v1', 'v1을'],
    ['v2', 'v2를'],
    ['10', '10을'],
    ['“TODO”', '“TODO”를'],
    ['(문서)', '(문서)를'],
    ['PR', 'PR을'],
  ];
  for (const [word, wanted] of cases)
    it(wanted, () =>
      assert.equal(
        withParticles([
          { text: word, own: false },
          { text: '을(를)', own: true },
        ]),
        wanted,
      ),
    );

  it('keeps 로 after ㄹ', () => {
    const to = (word: string): string =>
      withParticles([
        { text: word, own: false },
        { text: '으로(로)', own: true },
      ]);
    assert.deepEqual(['서울', '문', '바다', 'html', 'main', '1', '3'].map(to), [
      '서울로',
      '문으로',
      '바다로',
      'html로',
      'main으로',
      '1로',
      '3으로',
    ]);
  });

  it('leaves both forms in a name alone', () => {
    assert.equal(withParticles([{ text: '을(를)', own: false }]), '을(를)');
  });

  it('never fails on anything', () => {
    for (const text of ['', ' ', '\ud800', '🙂', '...', 'é', '漢'])
      assert.ok(['none', 'rieul', 'other'].includes(lastSound(text)));
  });
});
