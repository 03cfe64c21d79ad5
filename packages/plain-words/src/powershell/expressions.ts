import { statementsUntil } from './parse.ts';
import { deeper, ended, fault, type Scanner, skip, startsWith, take, tooMany } from './scanner.ts';
import type { Expression, Part } from './tree.ts';

/** Whether the scanner stands where a command or expression has to end. */
export function closes(s: Scanner): boolean {
  const char = s.text[s.at];
  return (
    char === undefined ||
    char === ';' ||
    char === '|' ||
    char === ')' ||
    char === '}' ||
    char === '\n' ||
    char === '\r' ||
    char === '&'
  );
}

const variablePattern = /\$(?:\{([^}\n]{1,200})\}|((?:\w+:)?[\w?]+|[$^?]))/y;

/** What can't be a plain word: a text in quotes, a variable, brackets. Undefined where a word stands. */
export function operand(s: Scanner): Expression | undefined {
  const from = s.at;
  const first = primary(s);
  if (!first) return undefined;
  const whole = postfixes(s, first);
  // `$env:TEMP\x` and `"a"b` go on as a word.
  const next = s.text[s.at];
  if (next !== undefined && !/[\s;|&(){},<>]/.test(next) && (whole.kind === 'variable' || whole.kind === 'text')) {
    s.at = from;
    return word(s);
  }
  return whole;
}

function primary(s: Scanner): Expression | undefined {
  const char = s.text[s.at];
  const pair = s.text.slice(s.at, s.at + 2);
  if (pair === '@"' || pair === "@'") return hereText(s);
  if (char === '"') return doubleQuoted(s);
  if (char === "'" || char === '\u2018' || char === '\u2019') return singleQuoted(s);
  if (pair === '$(' || pair === '@(') {
    s.at += 2;
    return { kind: 'run', body: statementsUntil(s, ')') };
  }
  if (char === '(') {
    s.at++;
    return { kind: 'run', body: statementsUntil(s, ')') };
  }
  if (pair === '@{') {
    s.at += 2;
    return table(s);
  }
  if (char === '{') {
    const from = ++s.at;
    const body = statementsUntil(s, '}');
    return { kind: 'block', body, written: s.text.slice(from, Math.max(from, s.at - 1)).trim() };
  }
  if (char === '$') {
    const found = take(s, variablePattern);
    return found ? { kind: 'variable', name: found[1] ?? found[2]! } : undefined;
  }
  const splat = take(s, /@(\w+)(?![\w/\\.@-])/y);
  return splat ? { kind: 'variable', name: splat[1]! } : undefined;
}

/** `.name`, `::name`, `[index]`, `.name(arguments)` right behind an expression. */
function postfixes(s: Scanner, first: Expression): Expression {
  let found = first;
  for (let guard = 0; guard < 200; guard++) {
    const name = take(s, /(?:\?\.|\.|::)(?:(\w+)|\$\w+|'[^']*'|"[^"]*"|(?=\())/y);
    if (name) {
      if (found.kind === 'text' && found.bare) return found;
      const member = name[1] ?? '?';
      if (s.text[s.at] === '(') {
        s.at++;
        found = { kind: 'call', of: found, name: member, args: callArguments(s) };
      } else found = { kind: 'member', of: found, name: member };
    } else if (s.text[s.at] === '[' && found.kind !== 'text') {
      s.at++;
      bracketed(s);
    } else return found;
  }
  return found;
}

function callArguments(s: Scanner): Expression[] {
  return deeper(s, () => {
    const args: Expression[] = [];
    for (;;) {
      skip(s, true);
      if (ended(s)) {
        s.broken = true;
        return args;
      }
      if (take(s, /\)/y)) return args;
      if (take(s, /,/y)) continue;
      const at = s.at;
      args.push(expression(s, true));
      if (s.at === at) fault(s);
    }
  }, []);
}

/** What stands in `[…]` behind an expression; only calls in it would matter, and they are rare. */
export function bracketed(s: Scanner): undefined {
  let depth = 1;
  while (!ended(s) && depth > 0) {
    const char = s.text[s.at++];
    if (char === '[') depth++;
    else if (char === ']') depth--;
    else if (char === '(' && s.text[s.at - 2] === '$') s.broken = true;
  }
  if (depth > 0) s.broken = true;
}

function table(s: Scanner): Expression {
  return deeper(
    s,
    () => {
      const items = [];
      for (;;) {
        skip(s, true);
        if (take(s, /;+/y)) continue;
        if (ended(s)) {
          s.broken = true;
          break;
        }
        if (take(s, /\}/y)) break;
        const at = s.at;
        const key = operand(s) ?? (take(s, /[\w.-]+/y) ? undefined : undefined);
        if (key?.kind === 'run') items.push(...key.body);
        skip(s);
        if (take(s, /=/y)) {
          skip(s, true);
          const value = expression(s);
          items.push({
            kind: 'pipeline',
            elements: [{ kind: 'expression', value, redirections: [], written: '' }],
            background: false,
            written: '',
          } as const);
          // A command as a value: `a = Get-Date`.
          if (!/[;}\n\r]/.test(s.text[s.at] ?? '}')) take(s, /[^;}\r\n]*/y);
        }
        if (s.at === at) fault(s);
      }
      return { kind: 'table' as const, items };
    },
    { kind: 'table' as const, items: [] },
  );
}

const operator =
  /-(?:[ic]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|and|or|xor|band|bor|bxor|shl|shr|is|isnot|as|f|join|not|bnot)(?![\w-])|\.\.|\+\+|--|[-+*/%!?:]|<<|>>/iy;

/** An expression with its operators, up to where a statement ends; in a call's arguments also up to a comma. */
export function expression(s: Scanner, inCall = false): Expression {
  return deeper(
    s,
    () => {
      const items: Expression[] = [];
      let plus = true;
      let listed = false;
      for (;;) {
        skip(s);
        if (ended(s) || closes(s) || /^[<>=]/.test(s.text[s.at]!)) break;
        if (s.text[s.at] === ',') {
          if (inCall) break;
          listed = true;
          s.at++;
          skip(s, true);
          continue;
        }
        const sign = take(s, operator)?.[0];
        if (sign) {
          if (sign !== '+') plus = false;
          skip(s, true);
          continue;
        }
        const one = simple(s);
        if (!one) break;
        items.push(one);
        if (tooMany(s, items.length)) break;
      }
      if (items.length === 1) return items[0]!;
      if (listed) return { kind: 'list' as const, items };
      return { kind: 'joined' as const, items, plus };
    },
    { kind: 'joined' as const, items: [], plus: false },
  );
}

function simple(s: Scanner): Expression | undefined {
  const number = take(s, /(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:kb|mb|gb|tb|pb|[dlu])?/iy);
  if (number) return { kind: 'text', parts: [number[0]], bare: false, written: number[0] };
  const type = take(s, /\[([\w.+`]+(?:\[[\w.,\s[\]]*\])?)\]/y);
  if (type) {
    const named: Expression = { kind: 'type', name: type[1]! };
    if (startsWith(s, '::')) return postfixes(s, named);
    skip(s);
    // A cast: what it is put to is what counts.
    return simple(s) ?? named;
  }
  const first = primary(s);
  return first ? postfixes(s, first) : undefined;
}

/** A bare word of a command: quotes and variables inside belong to it, a backquote takes the meaning of the next character. */
export function word(s: Scanner): Expression | undefined {
  const from = s.at;
  const parts: Part[] = [];
  let text = '';
  let quoted = false;
  const push = (): void => {
    if (text !== '') parts.push(text);
    text = '';
  };
  for (;;) {
    const char = s.text[s.at];
    if (char === undefined || /[\s;|&(){}<>,]/.test(char)) {
      // `a,b` is a list, `1>x` was taken as a redirection before.
      break;
    }
    if (char === '`') {
      text += s.text[s.at + 1] ?? '';
      s.at += 2;
    } else if (char === '"' || char === "'") {
      const inner = char === '"' ? doubleQuoted(s) : singleQuoted(s);
      if (inner.kind === 'text') {
        push();
        parts.push(...inner.parts);
      }
      quoted = true;
    } else if (char === '$') {
      if (startsWith(s, '$(')) {
        s.at += 2;
        push();
        parts.push({ run: statementsUntil(s, ')') });
        continue;
      }
      const found = take(s, variablePattern);
      if (found) {
        push();
        parts.push({ variable: found[1] ?? found[2]! });
      } else {
        text += char;
        s.at++;
      }
    } else {
      text += char;
      s.at++;
    }
  }
  push();
  if (s.at === from) return undefined;
  return { kind: 'text', parts, bare: !quoted, written: s.text.slice(from, s.at) };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
};

function doubleQuoted(s: Scanner): Expression {
  const from = s.at++;
  const { parts, closed } = expandable(s, (at) =>
    s.text[at] === '"' ? (s.text[at + 1] === '"' ? 'twice' : 'end') : 'no',
  );
  if (!closed) s.broken = true;
  return { kind: 'text', parts, bare: false, written: s.text.slice(from, s.at) };
}

function expandable(s: Scanner, ends: (at: number) => 'no' | 'end' | 'twice'): { parts: Part[]; closed: boolean } {
  const parts: Part[] = [];
  let text = '';
  const push = (): void => {
    if (text !== '') parts.push(text);
    text = '';
  };
  while (!ended(s)) {
    const char = s.text[s.at]!;
    const end = ends(s.at);
    if (end === 'end') {
      s.at++;
      push();
      return { parts, closed: true };
    }
    if (end === 'twice') {
      text += char;
      s.at += 2;
    } else if (char === '`') {
      const next = s.text[s.at + 1] ?? '';
      const unicode = /^u\{([\da-f]{1,6})\}/i.exec(s.text.slice(s.at + 1, s.at + 11));
      const point = unicode ? Number.parseInt(unicode[1]!, 16) : 0;
      text += unicode && point <= 0x10ffff ? String.fromCodePoint(point) : (escapes[next] ?? next);
      s.at += unicode ? unicode[0].length + 1 : 2;
    } else if (startsWith(s, '$(')) {
      s.at += 2;
      push();
      parts.push({ run: statementsUntil(s, ')') });
    } else {
      const found = char === '$' ? take(s, variablePattern) : undefined;
      if (found) {
        push();
        parts.push({ variable: found[1] ?? found[2]! });
      } else {
        text += char;
        s.at++;
      }
    }
  }
  push();
  return { parts, closed: false };
}

function singleQuoted(s: Scanner): Expression {
  const from = s.at;
  const found = take(s, /['\u2018\u2019]((?:[^'\u2018\u2019]|'')*)['\u2018\u2019]/y);
  if (!found) {
    s.broken = true;
    s.at = s.text.length;
    return { kind: 'text', parts: [s.text.slice(from + 1)], bare: false, written: s.text.slice(from) };
  }
  return { kind: 'text', parts: [found[1]!.replaceAll("''", "'")], bare: false, written: found[0] };
}

/** `@"` … `"@`: the end stands at the begin of a line. */
function hereText(s: Scanner): Expression {
  const from = s.at;
  const quote = s.text[s.at + 1]!;
  s.at += 2;
  const line = take(s, /[^\S\r\n]*\r?\n/y);
  const end = s.text.indexOf(`\n${quote}@`, s.at - 1);
  if (!line || end < 0) s.broken = true;
  const stop = end < 0 ? s.text.length : end;
  let parts: readonly Part[];
  if (quote === "'") parts = [s.text.slice(s.at, stop)];
  else parts = expandable(s, (at) => (at >= stop ? 'end' : 'no')).parts;
  s.at = Math.min(s.text.length, stop + 3);
  return { kind: 'text', parts, bare: false, written: s.text.slice(from, s.at) };
}
