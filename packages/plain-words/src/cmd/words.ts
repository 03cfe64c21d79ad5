import { hole, type Run, type Value } from '../windows/run.ts';

export interface Redirection {
  readonly to: Value;
  readonly kind: '>' | '>>' | '<';
}
export interface Words {
  readonly words: readonly Value[];
  readonly redirections: readonly Redirection[];
  /** There are more words than are read. */
  readonly more: boolean;
}

/** So many words of one command are read. */
const mostWords = 800;

/** Parts one simple command into words and redirections, with quotes and `^` taken away and variables filled in. */
export function wordsOf(text: string, run: Run): Words {
  const words: Value[] = [];
  const redirections: Redirection[] = [];
  let pending: Redirection['kind'] | undefined;
  let current = '';
  let begun = false;
  let unknown: string[] = [];
  let list: { readonly text: string; readonly several: readonly Value[] } | undefined;
  const end = (): void => {
    if (!begun) return;
    const value: Value = { text: current, unknown, ...(list && list.text === current && { several: list.several }) };
    list = undefined;
    if (pending === undefined) words.push(...(value.several ?? [value]));
    else redirections.push({ to: value, kind: pending });
    pending = undefined;
    current = '';
    unknown = [];
    begun = false;
  };
  let quoted = false;
  let i = 0;
  for (; i < text.length && words.length + redirections.length < mostWords; i++) {
    const char = text[i]!;
    if (char === '^' && text[i + 1] === '"') {
      // `^"` is no quote for cmd, but one for what reads the word.
      quoted = !quoted;
      begun = true;
      i++;
    } else if (char === '"') {
      quoted = !quoted;
      begun = true;
      // `\"` inside a word is a quote for the program.
      if (current.endsWith('\\') && /^[^:]*$/.test(current.slice(-3))) current = `${current.slice(0, -1)}"`;
    } else if (char === '%' || (char === '!' && /^![\w.()~:=-]+!/.test(text.slice(i, i + 80)))) {
      const found = variable(text, i, run);
      if (current === '' && found.value.several) list = { text: found.value.text, several: found.value.several };
      current += found.value.text;
      unknown.push(...found.value.unknown);
      begun = true;
      i = found.end;
    } else if (quoted) {
      current += char;
      begun = true;
    } else if (char === '^') {
      current += text[++i] ?? '';
      begun = true;
    } else if (/[\s,;]/.test(char) && !(char !== ' ' && begun && /[,;]/.test(char) && /^https?:/.test(current))) end();
    else if (char === '>' || char === '<') {
      if (/^[0-9]$/.test(current)) {
        current = '';
        begun = false;
      }
      end();
      pending = char === '<' ? '<' : text[i + 1] === '>' ? '>>' : '>';
      if (pending === '>>') i++;
      const same = /^&\d/.exec(text.slice(i + 1, i + 3));
      if (same) {
        i += 2;
        pending = undefined;
      }
    } else {
      current += char;
      begun = true;
    }
  }
  end();
  return { words, redirections, more: i < text.length };
}

/** `%NAME%`, `%NAME:~0,3%`, `%~dp0`, `%1`, `%%f`, `%f`, `!NAME!`. */
function variable(text: string, at: number, run: Run): { value: Value; end: number } {
  const rest = text.slice(at, at + 200);
  const named = /^%([^%\s:"&|<>^]+)(:[^%"]*)?%/.exec(rest) ?? /^!([^!\s:"]+)(:[^!"]*)?!/.exec(rest);
  const loop = /^%%?(~[a-z]*)?([a-z0-9*])(?![a-z0-9_]*%)/i.exec(rest);
  if (loop && !(named && run.variables.has(named[1]!.toLowerCase()))) {
    const known = run.variables.get(`%${loop[2]}`);
    const end = at + loop[0].length - 1;
    if (known) return { value: known, end };
    if (!named) return { value: { text: hole, unknown: [`%${loop[2]}`] }, end };
  }
  if (named) {
    const end = at + named[0].length - 1;
    const known = run.variables.get(named[1]!.toLowerCase());
    if (known && named[2] === undefined) return { value: known, end };
    const dynamic = /^(?:date|time|random|errorlevel|cd|__cd__|number_of_processors|computername|username)$/i.test(
      named[1]!,
    );
    if (dynamic && /^(?:cd|__cd__)$/i.test(named[1]!)) return { value: { text: run.where.cwd, unknown: [] }, end };
    return { value: { text: hole, unknown: [`%${named[1]!}%`] }, end };
  }
  return { value: { text: '%', unknown: [] }, end: at };
}
