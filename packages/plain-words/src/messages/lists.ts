import type { Language } from '../types.ts';

/** How many names a sentence holds before it counts the rest. */
const atMost = 3;
/** Long names are fewer: a title holds so many characters of them well. */
const longest = 150;

/** How many of these names a sentence says before it counts the rest; one at least. */
export function namedOf(items: readonly string[]): number {
  let length = 0;
  for (let i = 0; i < items.length && i < atMost; i++) {
    length += items[i]!.length;
    if (i > 0 && length > longest) return i;
  }
  return Math.min(items.length, atMost);
}

/** «a», «a and b», «a, b and c», «a, b, c and 2 more». */
export function list(language: Language, items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  const named = items.slice(0, namedOf(items));
  const more = items.length - named.length;
  if (language === 'en') {
    if (more > 0) return `${named.join(', ')} and ${more} more`;
    return `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  }
  if (language === 'ko') return more > 0 ? `${named.join(', ')} 외 ${more}개` : named.join(', ');
  if (more > 0) return `${named.join('、')} 等 ${items.length} 項`;
  return `${named.slice(0, -1).join('、')} 和 ${named.at(-1)}`;
}

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as people know them: «812 bytes», «12 MB». Thousands, as file managers of today count. */
export function size(language: Language, bytes: number): string {
  if (bytes < 1000) return { en: `${bytes} bytes`, ko: `${bytes}바이트`, 'zh-TW': `${bytes} 位元組` }[language];
  let amount = bytes;
  let unit = -1;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${amount < 9.95 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${units[unit]}`;
}
