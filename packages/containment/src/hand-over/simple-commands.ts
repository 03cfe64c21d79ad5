const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'busybox']);
/** Programs that run the rest of their arguments, with the options of theirs that take a value. */
const wrappers: Record<string, readonly string[]> = {
  sudo: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U'],
  doas: ['-u', '-C'],
  env: ['-u', '-C', '-S'],
  nohup: [],
  setsid: [],
  time: ['-f', '-o'],
  nice: ['-n'],
  ionice: ['-c', '-n', '-p'],
  stdbuf: ['-i', '-o', '-e'],
  timeout: ['-k', '-s'],
  exec: ['-a'],
  command: [],
  xargs: ['-n', '-P', '-I', '-L', '-d', '-s', '-E'],
};
const keywords = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '{', '}', '!', 'fi', 'done', '&']);

/** The simple commands in a list of words: a shell's `-c` script is taken apart, wrappers are taken off. */
export function simpleCommands(words: readonly string[], depth = 0): string[][] {
  const bare = unwrap(words);
  if (bare.length === 0) return [];
  const script = scriptOf(bare);
  if (script === null || depth > 4) return [bare];
  return splitScript(script).flatMap((part) => simpleCommands(part, depth + 1));
}

export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/\.(exe|cmd|bat)$/i, '');
}

function unwrap(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    while (rest[0] !== undefined && (keywords.has(rest[0]) || /^[A-Za-z_]\w*=/.test(rest[0]))) rest = rest.slice(1);
    const name = rest[0] === undefined ? '' : baseName(rest[0]);
    const withValue = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
    if (!withValue) return rest;
    rest = rest.slice(1);
    while (rest[0]?.startsWith('-')) rest = rest.slice(withValue.includes(rest[0]) ? 2 : 1);
    if (name === 'timeout') rest = rest.slice(1);
  }
}

/** The script of `sh -c SCRIPT`, `bash -lc SCRIPT`; null for anything else. */
function scriptOf(words: readonly string[]): string | null {
  if (!shells.has(baseName(words[0]!))) return null;
  const at = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word));
  // A process's own title has lost its quotes: everything behind -c is taken as the script.
  return at < 0 ? null : words.length > at + 2 ? words.slice(at + 1).join(' ') : (words[at + 1] ?? null);
}

/** Cuts a script at `;`, `&`, `|`, line ends and brackets that aren't quoted, and each part into words. */
export function splitScript(script: string): string[][] {
  const parts: string[][] = [[]];
  let word: string | null = null;
  let quote = '';
  const endWord = (): void => {
    if (word !== null) parts[parts.length - 1]!.push(word);
    word = null;
  };
  for (let i = 0; i < script.length; i++) {
    const char = script[i]!;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && i + 1 < script.length) word += script[++i]!;
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (char === '\\' && i + 1 < script.length) {
      word = (word ?? '') + script[++i]!;
    } else if (';&|\n()`'.includes(char)) {
      endWord();
      parts.push([]);
    } else if (char === ' ' || char === '\t') endWord();
    else word = (word ?? '') + char;
  }
  endWord();
  return parts.filter((part) => part.length > 0);
}
