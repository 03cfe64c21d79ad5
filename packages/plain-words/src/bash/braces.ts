const most = 64;

/** The words that `a{b,c}d` or `a{1..3}` stands for, still as written; undefined where there are too many, or none. */
export function bracesOf(word: string, from: number, to: number): readonly string[] | undefined {
  const head = word.slice(0, from);
  const tail = word.slice(to);
  const body = word.slice(from + 1, to - 1);
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (range) return rangeOf(range[1]!, range[2]!, range[3])?.map((one) => head + one + tail);
  const pieces = piecesOf(body);
  if (!pieces || pieces.length > most) return undefined;
  return pieces.map((one) => head + one + tail);
}

function piecesOf(body: string): readonly string[] | undefined {
  const pieces: string[] = [];
  let depth = 0;
  let current = '';
  let quote = '';
  for (let i = 0; i < body.length; i++) {
    const char = body[i]!;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '\\') {
      current += char + (body[++i] ?? '');
      continue;
    } else if (char === "'" || char === '"' || char === '`') quote = char;
    else if (char === '{' || char === '(') depth++;
    else if (char === '}' || char === ')') depth--;
    if (char === ',' && depth === 0 && quote === '') {
      pieces.push(current);
      current = '';
    } else current += char;
  }
  pieces.push(current);
  return pieces.length > 1 && quote === '' ? pieces : undefined;
}

function rangeOf(from: string, to: string, by: string | undefined): readonly string[] | undefined {
  const numbers = /\d/.test(from) && /\d/.test(to);
  const [a, b] = numbers ? [Number(from), Number(to)] : [from.codePointAt(0)!, to.codePointAt(0)!];
  const step = Math.abs(Number(by ?? 1)) || 1;
  if (Math.abs(b - a) / step >= most) return undefined;
  const width = numbers && /^-?0\d/.test(from) ? from.length : 0;
  const list: string[] = [];
  for (let n = a; a <= b ? n <= b : n >= b; n += a <= b ? step : -step)
    list.push(numbers ? String(n).padStart(width, '0') : String.fromCodePoint(n));
  return list;
}
