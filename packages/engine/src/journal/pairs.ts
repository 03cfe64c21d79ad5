const cjk = /[\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3\u3040-\u30ff\u1100-\u11ff\u{20000}-\u{3134f}]+/gu;

/**
 * Every pair of neighbours in a text's Chinese, Japanese and Korean runs, as words of their own: the trigram index
 * begins at three characters, most words of these languages have two. Empty for other texts.
 */
export function pairsOf(text: string): string {
  const pairs = new Set<string>();
  for (const [run] of text.matchAll(cjk)) {
    const letters = [...run];
    for (let i = 0; i + 1 < letters.length; i++) pairs.add(letters[i]! + letters[i + 1]!);
  }
  return [...pairs].join(' ');
}

/** Whether a query is one pair, so that the pairs find it exactly. */
export const isPair = (query: string): boolean => [...query].length === 2 && pairsOf(query) === query;
