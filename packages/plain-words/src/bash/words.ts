import { shown } from '../messages/index.ts';
import { hole, literal, type Value } from '../windows/run.ts';
import { bracesOf } from './braces.ts';
import { parameterValue, simpleValue } from './parameters.ts';
import { type ParsedScript, parseBash, type Word, type WordPart } from './parse.ts';
import type { BashRun } from './shell.ts';

/** Reads the script of a substitution and tells what its output stands for. */
export type Substitute = (script: ParsedScript | undefined, text: string, run: BashRun) => Value;

/** The readers that words need; given by whoever walks, to keep the two files apart. */
export interface Inner {
  readonly substitute: Substitute;
  /** `<(…)` and `>(…)`. */
  readonly process: Substitute;
  /** Substitutions deep in arithmetic. */
  readonly hidden: (node: WordPart, run: BashRun) => undefined;
  /** A word means something else in zsh. */
  readonly otherInZsh: (word: string, run: BashRun) => undefined;
}

/** What the words of a command stand for, after braces, tildes, variables and substitutions. */
export function expandAll(words: readonly Word[], run: BashRun, inner: Inner): Value[] {
  return words.flatMap((word) => expand(word, run, inner));
}

/** What one word stands for: mostly one value, more where braces or a known list are in it. */
export function expand(word: Word, run: BashRun, inner: Inner): readonly Value[] {
  if (/^=[A-Za-z_~./]/.test(word.text)) inner.otherInZsh(word.text, run);
  if (!word.parts) return [plainWord(word, run)];
  const brace = word.parts.find((part) => part.type === 'BraceExpansion');
  if (brace?.type === 'BraceExpansion' && /\$\(|`|[<>]\(/.test(brace.text)) {
    // Its pieces are not told apart; what runs inside is read.
    const built = new Building();
    for (const part of word.parts)
      for (const one of part === brace ? (brace.parts ?? []) : [part]) built.part(one, run, inner, word);
    return [{ text: hole, unknown: [shown(word.text, 60)] }];
  }
  if (brace) {
    const list = bracesOf(word.text, brace.pos - word.pos, brace.end - word.pos);
    if (list) {
      const values: Value[] = [];
      for (const text of list) {
        // Braces in braces in braces are more words than anybody would list.
        run.shell.budget.braces -= 1 + text.length / 1000;
        if (run.shell.budget.braces < 0) return [{ text: hole, unknown: [shown(word.text, 60)] }];
        const again = wordOf(text);
        if (again) values.push(...expand(again, run, inner));
      }
      return values;
    }
  }
  const built = new Building();
  for (const part of word.parts) built.part(part, run, inner, word);
  return built.values(word.text, run);
}

/** One value for a word, also where it stands for several (a redirection's target, a variable's value). */
export function expandOne(word: Word, run: BashRun, inner: Inner): Value {
  const all = expand(word, run, inner);
  if (all.length === 1) return all[0]!;
  return { text: all.map((one) => one.text).join(' '), unknown: all.flatMap((one) => one.unknown), several: all };
}

/** The text of a heredoc with what it holds filled in. */
export function expandParts(parts: readonly WordPart[], run: BashRun, inner: Inner): Value {
  const built = new Building();
  for (const part of parts) built.quotedPart(part, run, inner);
  return built.one();
}

function wordOf(text: string): Word | undefined {
  const command = parseBash(`x ${text}`).commands[0]?.command;
  const word = command?.type === 'Command' ? command.args[0] : undefined;
  return word?.type === 'Word' ? word : undefined;
}

function plainWord(word: Word, run: BashRun): Value {
  if (word.text[0] === '~') return tilde(word.value, run);
  // A name that begins with a quoted tilde is just a name.
  return literal(word.value[0] === '~' && word.text[0] !== '~' ? `./${word.value}` : word.value);
}

function tilde(text: string, run: BashRun): Value {
  const [, user, rest] = /^~([^/]*)(.*)$/s.exec(text)!;
  if (user === '') return literal((run.variables.get('HOME')?.text ?? run.where.home) + rest!);
  if (user === '+') return literal(run.where.cwd + rest!);
  if (user === '-') return { text: hole + rest!, unknown: ['~-'] };
  const home = run.where.home;
  const own = /([^/]+)$/.exec(home)?.[1];
  if (user === own) return literal(home + rest!);
  if (user === 'root') return literal(`/root${rest!}`);
  return literal(home.replace(/[^/]+$/, user!) + rest!);
}

/** Collects the parts of a word. */
class Building {
  private text = '';
  private unknown: string[] = [];
  private listed = false;
  private several: readonly Value[] | undefined;
  private first = true;

  part(part: WordPart, run: BashRun, inner: Inner, word: Word): void {
    if (this.first && part.type === 'Literal' && word.text[0] === '~') {
      this.first = false;
      const slash = part.value.indexOf('/');
      if (slash >= 0 || word.parts!.length === 1) {
        this.put(tilde(part.value, run));
        return;
      }
    }
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
      if (this.first && part.text === '""') this.first = false;
      for (const one of part.parts) this.quotedPart(one, run, inner);
      this.first = false;
      return;
    }
    this.quotedPart(part, run, inner);
    this.first = false;
  }

  quotedPart(part: WordPart, run: BashRun, inner: Inner): void {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted': {
        const begins = this.first && this.text === '' && part.value[0] === '~';
        this.text += begins ? `./${part.value}` : part.value;
        break;
      }
      case 'Glob':
        this.text += part.text;
        break;
      case 'SimpleExpansion':
        this.put(simpleValue(part.text.slice(1), run));
        break;
      case 'ParameterExpansion':
        this.put(parameterValue(part, run, inner));
        break;
      case 'CommandExpansion':
        this.put(inner.substitute(part.script, part.text, run));
        break;
      case 'ArithmeticExpansion':
        inner.hidden(part, run);
        this.put({ text: hole, unknown: [shown(part.text, 40)], listed: true });
        break;
      case 'ProcessSubstitution':
        this.put(inner.process(part.script, part.text, run));
        break;
      case 'ExtendedGlob':
        inner.otherInZsh(part.text, run);
        this.text += part.text;
        break;
      case 'BraceExpansion':
        this.text += part.text;
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const one of part.parts) this.quotedPart(one, run, inner);
        break;
      default:
        this.text += (part as { text: string }).text;
    }
    this.first = false;
  }

  private put(value: Value): void {
    if (value.several && this.text === '') this.several = value.several;
    else if (value.several) this.several = value.several.map((one) => ({ ...one, text: this.text + one.text }));
    this.text += value.text;
    this.unknown.push(...value.unknown);
    if (value.listed) this.listed = true;
    this.length = this.text.length;
  }
  private length = 0;

  one(): Value {
    return { text: this.text, unknown: this.unknown, ...(this.listed && { listed: true }) };
  }

  values(written: string, _run: BashRun): readonly Value[] {
    if (this.several) {
      const rest = this.text.slice(this.length);
      return this.several.map((one) => (rest === '' ? one : { ...one, text: one.text + rest }));
    }
    // An unquoted variable with words in it is several words.
    if (/^\$\{?\w+\}?$/.test(written) && this.unknown.length === 0 && /\s/.test(this.text))
      return this.text
        .trim()
        .split(/\s+/)
        .map((text) => literal(text));
    return [this.one()];
  }
}
