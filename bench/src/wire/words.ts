const nouns =
  'invoice report server button colour header picture letter garden kitchen holiday budget customer archive'.split(' ');
const verbs = 'rename move check read build format compare publish measure describe translate collect'.split(' ');
const commands = ['npm run', 'node', 'cat', 'git add', 'ls'];

/** Words that vary as a person's do, the same for the same seed. */
export function varied(seed: number): { words(length: number): string; command(): string } {
  let state = seed;
  const pick = (list: readonly string[]): string => {
    state = (state * 16_807) % 2_147_483_647;
    return list[state % list.length]!;
  };
  return {
    words(length) {
      let text = '';
      while (text.length < length) text += `${pick(verbs)} the ${pick(nouns)} of the ${pick(nouns)}, `;
      return text.slice(0, length);
    },
    command: () => `${pick(commands)} ${pick(nouns)}-${pick(verbs)}`,
  };
}
