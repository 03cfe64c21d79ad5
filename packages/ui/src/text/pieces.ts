import type { Coloured } from './highlight.ts';

/** highlight.js' names, in the few colours of the theme. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/comment|quote|doctag/, 'c-comment'],
  [/string|regexp|addition|symbol|link/, 'c-string'],
  [/keyword|tag|built_in|meta|deletion|selector/, 'c-keyword'],
  [/number|literal|bullet/, 'c-number'],
  [/title|name|attr|section|type|variable|property|params/, 'c-name'],
];
const kindOf = (classes: string): string => kinds.find(([name]) => name.test(classes))?.[1] ?? '';
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** highlight.js gives HTML of spans and entities only; it is taken apart here, and never put into a page. */
export function toPieces(html: string): Coloured {
  const pieces: (readonly [string, string])[] = [];
  const open: string[] = [];
  for (const [, classes, close, text] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (classes !== undefined) open.push(kindOf(classes) || (open.at(-1) ?? ''));
    else if (close) open.pop();
    else if (text)
      pieces.push([open.at(-1) ?? '', text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name) => entities[name] ?? '')]);
  }
  return pieces;
}
