import type { Filled } from './template.ts';

/**
 * Korean particles follow the last sound of the word before them. A message writes both, `을(를)`, and the one that
 * fits is kept: by the last syllable of Korean words, by how digits are read, and by how Latin words are usually said.
 */
export function withParticles(parts: readonly Filled[]): string {
  let text = '';
  for (const part of parts) {
    if (!part.own) {
      text += part.text;
      continue;
    }
    let from = 0;
    for (const match of part.text.matchAll(
      /을\(를\)|이\(가\)|은\(는\)|과\(와\)|으로\(로\)|이라는\(라는\)|이나\(나\)/g,
    )) {
      text += part.text.slice(from, match.index);
      from = match.index + match[0].length;
      const [closed, opened] = match[0].slice(0, -1).split('(') as [string, string];
      const sound = lastSound(text);
      text += sound === 'none' || (sound === 'rieul' && closed === '으로') ? opened : closed;
    }
    text += part.text.slice(from);
  }
  return text;
}

/** The sound a word ends in: a vowel (`none`), the consonant ㄹ (`rieul`, special before 로), or another consonant. */
export type LastSound = 'none' | 'rieul' | 'other';

export function lastSound(text: string): LastSound {
  const word = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u.exec(text)?.[0];
  if (word === undefined) return 'none';
  const last = word.at(-1)!;
  const code = last.codePointAt(0)!;
  if (code >= 0xac00 && code <= 0xd7a3) {
    const final = (code - 0xac00) % 28;
    return final === 0 ? 'none' : final === 8 ? 'rieul' : 'other';
  }
  if (/\d/.test(last)) return digits[last]!;
  if (/[a-z]/i.test(last)) return latin(/[a-z]+$/i.exec(word)![0]);
  return 'none';
}

/** 영 일 이 삼 사 오 육 칠 팔 구 */
const digits: Record<string, LastSound> = {
  0: 'other',
  1: 'rieul',
  2: 'none',
  3: 'other',
  4: 'none',
  5: 'none',
  6: 'other',
  7: 'rieul',
  8: 'rieul',
  9: 'none',
};
/** The names of the letters that end in a consonant: 엘 엠 엔 아르(알). */
const letters: Record<string, LastSound> = { l: 'rieul', m: 'other', n: 'other', r: 'rieul' };

function latin(written: string): LastSound {
  const word = written.toLowerCase();
  // Capitals, or no vowel at all: read letter by letter (PR, npm, html, src).
  if (written.length === 1 || !/[aeiouy]/.test(word) || /^[A-Z]{2,4}$/.test(written))
    return letters[word.at(-1)!] ?? 'none';
  if (/(?:l|[^aeiou]le|[aeiou]le)$/.test(word)) return 'rieul';
  if (/(?:[aeiouy]m|[aeiouy]n|[aeiouy]me|[aeiouy]ne|ng|lm|rm|rn)$/.test(word)) return 'other';
  // Short stops close the syllable: app, git, web, block, snap; after a long vowel or a consonant they open a new one.
  if (/(?:^|[^aeiouy])[aeiouy](?:p|pp|t|b|ck)$/.test(word)) return 'other';
  if (/(?:[aeo]c)$/.test(word) || /ook$/.test(word)) return 'other';
  return 'none';
}
