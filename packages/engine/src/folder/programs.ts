import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A program that a folder starts by itself when an agent works in it. */
export interface FolderProgram {
  /** When it starts, in words. */
  readonly when: string;
  /** The command, the server's address, or the variable. */
  readonly what: string;
}
export interface FolderPrograms {
  readonly programs: readonly FolderProgram[];
  /** Of all that was read: a change asks again. */
  readonly hash: string;
}

const fileAtMost = 1_000_000;

/**
 * What the folder itself would start with Claude Code: hooks, helpers and variables of `.claude/settings*.json`, servers
 * of `.mcp.json`. In print mode it shows no trust question and starts them at once (measured with 2.1.283 and 2.1.332).
 * They count in the folder and at the top of its repository.
 */
export async function folderPrograms(folder: string): Promise<FolderPrograms> {
  const places = [...new Set([folder, await repositoryOf(folder)])];
  const files = places.flatMap((place) => [
    join(place, '.claude', 'settings.json'),
    join(place, '.claude', 'settings.local.json'),
    join(place, '.mcp.json'),
  ]);
  const hash = createHash('sha256');
  const programs: FolderProgram[] = [];
  for (const file of files) {
    const text = await read(file);
    if (text === null) continue;
    hash.update(`${file}\0${text}\0`);
    programs.push(...(file.endsWith('.mcp.json') ? servers(text) : settings(text)));
  }
  return { programs, hash: hash.digest('hex') };
}

async function repositoryOf(folder: string): Promise<string> {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    if (await stat(join(at, '.git')).catch(() => null)) return at;
  }
  return folder;
}

async function read(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() && found.size <= fileAtMost ? readFile(path, 'utf8').catch(() => null) : null;
}

/** When a hook runs, by its event (Claude Code's own names). */
const moments: Readonly<Record<string, string>> = {
  PreToolUse: 'Before each thing it does',
  PostToolUse: 'After each thing it does',
  UserPromptSubmit: 'With each message of yours',
  SessionStart: 'When it starts',
  SessionEnd: 'When it ends',
  Stop: 'At the end of each turn',
  SubagentStop: 'When a helper of it ends',
  Notification: 'When it wants your attention',
  PreCompact: 'Before it shortens its memory',
};

function settings(text: string): FolderProgram[] {
  const all = toRecord(parse(text));
  const programs: FolderProgram[] = [];
  for (const [event, entries] of Object.entries(toRecord(all['hooks']))) {
    for (const entry of toList(entries)) {
      const { matcher, hooks } = toRecord(entry);
      for (const hook of toList(hooks)) {
        const { command, url, prompt } = toRecord(hook);
        const what = [command, url, prompt].find((one) => typeof one === 'string');
        const only = typeof matcher === 'string' && matcher !== '' && matcher !== '*' ? ` (${matcher})` : '';
        if (what !== undefined) programs.push({ when: `${moments[event] ?? event}${only}`, what: String(what) });
      }
    }
  }
  for (const helper of ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'otelHeadersHelper']) {
    const what = all[helper];
    if (typeof what === 'string') programs.push({ when: 'For its login', what });
  }
  const line = toRecord(all['statusLine'])['command'];
  if (typeof line === 'string') programs.push({ when: 'For its status line', what: line });
  for (const [name, value] of Object.entries(toRecord(all['env'])))
    programs.push({ when: 'Sets for everything it runs', what: `${name}=${String(value)}` });
  return programs;
}

function servers(text: string): FolderProgram[] {
  return Object.entries(toRecord(toRecord(parse(text))['mcpServers'])).map(([name, server]) => {
    const { command, args, url } = toRecord(server);
    const what = typeof command === 'string' ? [command, ...toList(args).map(String)].join(' ') : String(url ?? '');
    return { when: `When it starts, as the tool server «${name}»`, what };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Claude Code ignores broken settings silently (measured), so nothing of it starts.
    return null;
  }
}
const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
