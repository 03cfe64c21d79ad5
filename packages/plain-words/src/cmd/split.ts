/** One command of a cmd line, still as written, and what joins it to the one before. */
export interface Piece {
  readonly text: string;
  readonly joined: '' | '&' | '&&' | '||' | '|' | '\n';
}

/**
 * Splits a cmd line at `&`, `&&`, `||`, `|` and line ends that stand outside quotes and brackets; `^` takes the meaning
 * of the next character. Undefined where a bracket is not closed.
 */
export function split(line: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  let joined: Piece['joined'] = '';
  let start = 0;
  let depth = 0;
  let quoted = false;
  const cut = (end: number): void => {
    const text = line.slice(start, end).trim();
    if (text !== '') pieces.push({ text, joined });
  };
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (char === '\n') quoted = false;
    if (quoted) {
      if (char === '"') quoted = false;
      continue;
    }
    if (char === '"') quoted = true;
    else if (char === '^') i++;
    else if (char === '(') depth++;
    else if (char === ')' && depth > 0) depth--;
    else if (depth === 0 && (char === '&' || char === '|' || char === '\n')) {
      // `2>&1` joins outputs, not commands.
      if (char === '&' && /[<>]$/.test(line.slice(0, i))) continue;
      cut(i);
      const twice = char !== '\n' && line[i + 1] === char;
      joined = (twice ? char + char : char) as Piece['joined'];
      if (twice) i++;
      start = i + 1;
    }
  }
  cut(line.length);
  return depth === 0 ? pieces : undefined;
}

/** The end of the bracket that opens at `start`, or -1. */
export function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '^') i++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return i;
  }
  return -1;
}
