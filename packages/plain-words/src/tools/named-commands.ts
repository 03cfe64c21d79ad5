import type { MessageId } from '../messages/index.ts';

/** A text longer than this is looked at only so far: commands that start by themselves are named, never counted on. */
const longest = 20_000;

/** The commands that a file of this kind names, as far as a look at its text finds them; the first few. */
export function namedCommands(kind: MessageId, whole: string): readonly string[] {
  const text = whole.slice(0, longest);
  switch (kind) {
    case 'starts.agent-settings':
    case 'starts.agent-servers':
    case 'starts.editor-tasks':
      return first(jsonCommands(text));
    case 'starts.ci':
      return first(after(text, /^[ \t]*(?:-[ \t]+)?(?:run|script):[ \t]*(?:[|>][+-]?[ \t]*\n[ \t]*)?(.+)$/gm));
    case 'starts.cron':
      return first(after(text, /^[ \t]*(?:@\w+|(?:[\d*/,A-Za-z-]+[ \t]+){5})[ \t]*(.+)$/gm));
    case 'starts.service':
      return first([
        ...after(text, /^[ \t]*Exec\w+\s*=\s*[-@:+!]*(.+)$/gm),
        ...after(text, /<key>ProgramArguments<\/key>\s*<array>\s*<string>([^<]+)<\/string>/g),
      ]);
    case 'starts.login':
      return first([
        ...after(text, /^[ \t]*Exec\s*=\s*(.+)$/gm),
        ...after(text, /<key>Program(?:Arguments)?<\/key>\s*(?:<array>\s*)?<string>([^<]+)<\/string>/g),
      ]);
    case 'starts.git-config':
      return first(
        after(
          text,
          /^[ \t]*(?:fsmonitor|hooksPath|sshCommand|pager|editor|askPass|external|textconv|clean|smudge|process|helper|program)\s*=\s*(.+)$/gim,
        ),
      );
    case 'starts.ssh':
      return first(after(text, /^[ \t]*(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match\s+exec)\s+(.+)$/gim));
    case 'starts.shell':
    case 'starts.powershell':
    case 'starts.git-hook':
    case 'starts.env-folder':
      return first(text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line)));
    default:
      return [];
  }
}

const jsonCommands = (text: string): string[] =>
  after(
    text,
    /"(?:command|apiKeyHelper|statusLine|notify|postCreateCommand|postStartCommand|initializeCommand|onCreateCommand)"\s*:\s*\[?\s*"((?:[^"\\]|\\.){1,300})"/g,
  ).map((found) => found.replace(/\\(["\\/])/g, '$1'));

function after(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(match[1]!.trim());
    if (found.length === 12) break;
  }
  return found;
}

const first = (commands: readonly string[]): string[] =>
  [...new Set(commands.map((one) => one.trim()))].filter(Boolean);
