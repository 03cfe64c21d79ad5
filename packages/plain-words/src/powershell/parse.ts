import { bracketed, closes, expression, operand, word } from './expressions.ts';
import { deeper, ended, fault, type Scanner, scanner, skip, startsWith, take, tooMany } from './scanner.ts';
import type { Command, Element, Evaluated, Expression, Parsed, Redirection, Statement } from './tree.ts';

/** Parses PowerShell as far as a reading needs it: commands, their words, and what runs inside what. Never throws. */
export function parse(text: string): Parsed {
  const s = scanner(text);
  const statements = statementsUntil(s, '');
  return { statements, broken: s.broken, deep: s.deep, long: s.long };
}

/** Statements up to a closing bracket (which is taken), or to the end. */
export function statementsUntil(s: Scanner, close: '' | ')' | '}'): Statement[] {
  return deeper(s, () => {
    const found: Statement[] = [];
    for (;;) {
      skip(s, true);
      if (take(s, /;+/y)) continue;
      if (ended(s)) {
        if (close !== '') s.broken = true;
        return found;
      }
      if (close !== '' && s.text[s.at] === close) {
        s.at++;
        return found;
      }
      const from = s.at;
      const one = statement(s);
      if (one) found.push(one);
      take(s, /&&|\|\|/y);
      if (s.at === from) fault(s);
    }
  }, []);
}

const keyword =
  /(?:if|elseif|else|while|for|foreach|do|until|switch|try|catch|finally|function|filter|workflow|param|begin|process|end|clean|return|throw|exit|break|continue|trap|data|class|enum|using|dynamicparam)(?![\w-])/iy;

function statement(s: Scanner): Statement | undefined {
  take(s, /:\w+\s+(?=(?:for|foreach|while|do|switch)\b)/iy);
  const from = s.at;
  const word = take(s, keyword)?.[0].toLowerCase();
  switch (word) {
    case undefined:
      return pipeline(s);
    case 'foreach':
      skip(s);
      if (s.text[s.at] === '(') return loop(s);
      s.at = from;
      return pipeline(s);
    case 'function':
    case 'filter':
    case 'workflow':
      return definition(s);
    case 'return':
    case 'throw':
    case 'exit':
      skip(s);
      return closes(s) ? undefined : pipeline(s);
    case 'break':
    case 'continue':
      take(s, /[^\S\r\n]*\w*/y);
      return undefined;
    case 'class':
    case 'enum':
    case 'using':
      // Own types and loaded modules change what later words mean: not followed.
      s.broken = true;
      take(s, /[^\r\n]*/y);
      return undefined;
    case 'param': {
      skip(s, true);
      const defaults = take(s, /\(/y) ? parameters(s) : [];
      return { kind: 'blocks', bodies: [defaults, []] };
    }
    case 'switch':
      return choices(s);
    default:
      return blocks(s);
  }
}

/** `if (…) {…}`, `try {…}` and the like: whatever stands in their brackets is read in its order. */
function blocks(s: Scanner): Statement {
  const bodies: Statement[][] = [];
  for (;;) {
    const from = s.at;
    skip(s, true);
    if (s.text[s.at] === '(') {
      s.at++;
      bodies.push(statementsUntil(s, ')'));
    } else if (s.text[s.at] === '{') {
      s.at++;
      bodies.push(statementsUntil(s, '}'));
    } else if (take(s, /(?:elseif|else|catch|finally|while|until|default)(?![\w-])/iy)) continue;
    else if (
      take(s, /\[[\w.]+\](?:\s*,\s*\[[\w.]+\])*(?=\s*\{)/y) ||
      take(s, /-(?:regex|wildcard|exact|casesensitive|file|parallel)\b/iy)
    )
      continue;
    else {
      s.at = from;
      return { kind: 'blocks', bodies };
    }
  }
}

/** `switch (…) { pattern { … } default { … } }`: any of the blocks may run. */
function choices(s: Scanner): Statement {
  const bodies: (readonly Statement[])[] = [];
  for (;;) {
    skip(s, true);
    if (take(s, /\(/y)) bodies.push(statementsUntil(s, ')'));
    else if (!take(s, /-(?:regex|wildcard|exact|casesensitive|file|parallel)\b/iy)) break;
  }
  const body = take(s, /\{/y) ? deeper(s, () => branches(s), []) : [];
  return { kind: 'blocks', bodies: [...bodies, ...body, []] };
}

function branches(s: Scanner): (readonly Statement[])[] {
  const found: (readonly Statement[])[] = [];
  for (;;) {
    skip(s, true);
    if (ended(s)) s.broken = true;
    if (ended(s) || take(s, /\}/y)) return found;
    const from = s.at;
    if (take(s, /\{/y)) found.push(statementsUntil(s, '}'));
    else if (!take(s, /;+/y) && !operand(s)) word(s);
    if (s.at === from) fault(s);
  }
}

function loop(s: Scanner): Statement {
  s.at++;
  skip(s, true);
  const variable = take(s, /\$\{?([\w:]+)\}?/y)?.[1] ?? '';
  skip(s, true);
  take(s, /in\b/iy);
  const over = statementsUntil(s, ')')[0];
  skip(s, true);
  const body = take(s, /\{/y) ? statementsUntil(s, '}') : [];
  return { kind: 'foreach', variable, over, body };
}

function definition(s: Scanner): Statement {
  skip(s);
  const name = take(s, /[\w:.-]+/y)?.[0] ?? '';
  skip(s, true);
  const defaults = take(s, /\(/y) ? parameters(s) : [];
  skip(s, true);
  const body = take(s, /\{/y) ? [...defaults, ...statementsUntil(s, '}')] : [];
  if (name === '') s.broken = true;
  return { kind: 'function', name, body };
}

/** `[Attribute(…)] [type] $Name = default, …`: only the defaults could run anything. */
function parameters(s: Scanner): Statement[] {
  const found: Statement[] = [];
  for (;;) {
    skip(s, true);
    if (ended(s)) s.broken = true;
    if (ended(s) || take(s, /\)/y)) return found;
    const from = s.at;
    if (take(s, /\[/y)) bracketed(s);
    else if (take(s, /=/y)) {
      skip(s, true);
      const value = expression(s, true);
      const element = { kind: 'expression', value, redirections: [], written: '' } as const;
      found.push({ kind: 'pipeline', elements: [element], background: false, written: '' });
    } else if (!take(s, /,|\$[\w:?]+|\$\{[^}]*\}/y)) fault(s);
    if (s.at === from) fault(s);
  }
}

function pipeline(s: Scanner): Statement | undefined {
  const from = s.at;
  const elements: Element[] = [];
  for (;;) {
    skip(s, elements.length > 0);
    const one = element(s);
    if (one === undefined) break;
    if ('assign' in one) return one.assign;
    elements.push(one);
    skip(s);
    if (startsWith(s, '||') || !take(s, /\|/y)) {
      // A line may begin with the bar of the one before.
      const here = s.at;
      skip(s, true);
      if (startsWith(s, '||') || !take(s, /\|/y)) {
        s.at = here;
        break;
      }
    }
  }
  const written = s.text.slice(from, s.at).trim();
  const background = !startsWith(s, '&&') && take(s, /&(?!&)/y) !== undefined;
  return elements.length === 0 ? undefined : { kind: 'pipeline', elements, background, written };
}

type Assigned = { readonly assign: Statement };

function element(s: Scanner): Element | Assigned | undefined {
  const from = s.at;
  if (ended(s) || (closes(s) && !/^&(?!&)/.test(s.text.slice(s.at, s.at + 2)))) return undefined;
  const sign = take(s, /&(?!&)|\.(?=[\s$"'({\\])(?!\\)/y);
  if (sign) {
    skip(s);
    const name = operand(s) ?? word(s);
    if (!name) {
      s.broken = true;
      return undefined;
    }
    return command(s, from, name, true);
  }
  if (
    /[$"'([{@\d!+,]/.test(s.text[s.at]!) ||
    /^-(?:\d|not\b|join\b|split\b|bnot\b|\()/i.test(s.text.slice(s.at, s.at + 6)) ||
    /^<</.test(s.text.slice(s.at, s.at + 2))
  ) {
    // A word may begin with a digit too: `7z x a.zip`.
    const program = /\d+[a-z][\w.-]*(?=\s|$)/iy;
    program.lastIndex = s.at;
    const sized = /\d+(?:kb|mb|gb|tb|pb|[dl]|e\d+|x[\da-f]+)\b/iy;
    sized.lastIndex = s.at;
    if (!program.test(s.text) || sized.test(s.text)) return evaluated(s, from);
  }
  const name = word(s);
  if (!name) {
    s.broken = true;
    return undefined;
  }
  return command(s, from, name, false);
}

function evaluated(s: Scanner, from: number): Evaluated | Assigned {
  const value = expression(s);
  skip(s);
  const sign = take(s, /(?:[-+*/%]|\?\?)?=(?!=)/y)?.[0];
  if (sign) {
    skip(s, true);
    return { assign: { kind: 'assign', to: value, plain: sign === '=', value: statement(s) } };
  }
  const redirections: Redirection[] = [];
  for (let one = redirection(s); one !== undefined; one = redirection(s)) if (one) redirections.push(one);
  return { kind: 'expression', value, redirections, written: s.text.slice(from, s.at).trim() };
}

function command(s: Scanner, from: number, name: Expression, invoked: boolean): Command {
  const args: Expression[] = [];
  const redirections: Redirection[] = [];
  for (;;) {
    skip(s);
    if (ended(s) || closes(s)) break;
    const to = redirection(s);
    if (to !== undefined) {
      if (to) redirections.push(to);
      continue;
    }
    const stop = take(s, /--%[^\S\r\n]*([^|\r\n]*)/y);
    if (stop) {
      for (const part of stop[1]!.match(/"[^"]*"|\S+/g) ?? [])
        args.push({ kind: 'text', parts: [part.replaceAll('"', '')], bare: false, written: part });
      continue;
    }
    const at = s.at;
    const one = argument(s);
    if (!one || s.at === at) {
      s.at = at;
      fault(s);
    } else args.push(one);
    if (tooMany(s, args.length)) break;
  }
  return { kind: 'command', invoked, name, args, redirections, written: s.text.slice(from, s.at).trim() };
}

/** One argument; words joined by commas are one list. */
function argument(s: Scanner): Expression | undefined {
  const first = operand(s) ?? word(s);
  if (!first) return undefined;
  const items = [first];
  for (;;) {
    const here = s.at;
    skip(s);
    if (!take(s, /,/y)) {
      s.at = here;
      break;
    }
    skip(s, true);
    const next = operand(s) ?? word(s);
    if (!next) break;
    items.push(next);
    if (tooMany(s, items.length)) break;
  }
  return items.length === 1 ? first : { kind: 'list', items };
}

/** `> file`, `2>> file`, `< file`; null for one that goes nowhere (`2>&1`). */
function redirection(s: Scanner): Redirection | null | undefined {
  skip(s);
  const sign = take(s, /(?:[1-6*])?>{1,2}(?:&[12])?|</y)?.[0];
  if (!sign) return undefined;
  if (/&[12]$/.test(sign)) return null;
  skip(s);
  const to = operand(s) ?? word(s);
  if (!to) {
    s.broken = true;
    return null;
  }
  return { append: sign.includes('>>'), read: sign === '<', to };
}
