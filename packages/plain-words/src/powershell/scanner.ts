/** Where a parser stands in its text. */
export interface Scanner {
  readonly text: string;
  at: number;
  depth: number;
  broken: boolean;
  deep: boolean;
  long: boolean;
  faults: number;
}

/** So many words of one command, and so many faults of one text, are read. */
const mostWords = 800;
const mostFaults = 40;

/** Brackets inside brackets are followed so deep. */
const deepest = 60;

export const scanner = (text: string): Scanner => ({
  text,
  at: 0,
  depth: 0,
  broken: false,
  deep: false,
  long: false,
  faults: 0,
});

/** Notes what cannot be read and goes on behind it; after too many faults the rest is left unread. */
export function fault(s: Scanner): undefined {
  s.broken = true;
  s.at = ++s.faults > mostFaults ? s.text.length : s.at + 1;
}

/** Whether a command has more words than are read; then the rest is left unread. */
export function tooMany(s: Scanner, words: number): boolean {
  if (words < mostWords) return false;
  s.long = true;
  s.at = s.text.length;
  return true;
}

/** Runs a reader one level deeper; past the bound the rest is left unread. */
export function deeper<T>(s: Scanner, read: () => T, otherwise: T): T {
  if (s.depth >= deepest) {
    s.deep = true;
    s.at = s.text.length;
    return otherwise;
  }
  s.depth++;
  const found = read();
  s.depth--;
  return found;
}

export const ended = (s: Scanner): boolean => s.at >= s.text.length;
export const startsWith = (s: Scanner, what: string): boolean => s.text.startsWith(what, s.at);

/** Matches a sticky pattern where the scanner stands, and moves behind it. */
export function take(s: Scanner, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = s.at;
  const found = pattern.exec(s.text);
  if (!found) return undefined;
  s.at += found[0].length;
  return found;
}

/** Blanks, comments and continued lines; with `lines` also line ends. */
export function skip(s: Scanner, lines = false): undefined {
  for (;;) {
    const from = s.at;
    take(s, lines ? /[\s\u00a0]+/y : /[^\S\r\n]+/y);
    take(s, /`\r?\n/y);
    if (startsWith(s, '<#')) {
      const end = s.text.indexOf('#>', s.at + 2);
      s.at = end < 0 ? s.text.length : end + 2;
      if (end < 0) s.broken = true;
    } else if (s.text[s.at] === '#') take(s, /[^\r\n]*/y);
    if (s.at === from) return;
  }
}
