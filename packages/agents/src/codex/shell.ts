import { type CommandAction, type Shell, shells } from '@bureau/contracts';

/**
 * The words of a command line as Codex joins them (POSIX quoting: '…', "…", backslash); `null` where a quote stays open.
 */
export function toWords(line: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (quote === "'") {
      if (char === "'") quote = null;
      else word += char;
    } else if (quote === '"') {
      if (char === '"') quote = null;
      else if (char === '\\' && '"\\$`\n'.includes(line[at + 1] ?? ' ')) word += line[++at] === '\n' ? '' : line[at]!;
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (char === '\\') {
      if (++at >= line.length) return null;
      word = (word ?? '') + (line[at] === '\n' ? '' : line[at]!);
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}

const shellNames: Readonly<Record<string, Shell>> = {
  bash: 'bash',
  sh: 'bash',
  zsh: 'bash',
  dash: 'bash',
  ksh: 'bash',
  powershell: 'powershell',
  pwsh: 'powershell',
  cmd: 'cmd',
};
const isRunFlag: Readonly<Record<Shell, RegExp>> = {
  bash: /^-(l?c|cl)$/,
  powershell: /^-(command|c)$/i,
  cmd: /^\/c$/i,
};

/**
 * What is really run, out of a shell call as Codex writes it (`/bin/bash -lc 'touch a; echo ok'` → `touch a; echo ok`).
 * Anything else comes back as it is.
 */
export function unwrapShell(command: string): Pick<CommandAction, 'shell' | 'command'> {
  const words = toWords(command);
  const name = words?.[0]
    ?.split(/[\\/]/)
    .at(-1)
    ?.toLowerCase()
    .replace(/\.exe$/, '');
  const shell = name !== undefined && Object.hasOwn(shellNames, name) ? shellNames[name] : undefined;
  if (!words || !shell || !shells.includes(shell)) return { shell: 'bash', command };
  const at = words.findIndex((word, index) => index > 0 && isRunFlag[shell].test(word));
  // Options before the flag are known to change nothing of what is read (`-NoProfile`); a word after it would.
  const options = words.slice(1, at).every((word) => /^[-/]/.test(word));
  if (at < 1 || !options || words.length !== at + 2) return { shell, command };
  return { shell, command: words[at + 1]! };
}
