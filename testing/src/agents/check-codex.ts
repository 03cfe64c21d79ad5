import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { fetchAgent, pinned } from './fetch.ts';

const run = promisify(execFile);

/** The parts of the protocol that Bureau relies on: a change in one of them has to be looked at. */
const watched = [
  /^(ServerRequest|ServerNotification|ClientRequest|ClientNotification|InitializeParams|InitializeCapabilities)\.ts$/,
  /^v2\/(CommandExecution|FileChange|Permissions|ToolRequestUserInput|McpServerElicitation|McpElicitation).*\.ts$/,
  /^v2\/(Thread(Start|Resume|Fork|Unsubscribe|BackgroundTerminals?|Item|TokenUsage|Closed|Status)|Turn(Start|Steer|Interrupt|Completed|Error)?).*\.ts$/,
  /^v2\/(ItemStarted|ItemCompleted|AgentMessageDelta|ErrorNotification|GetAccount|CodexErrorInfo|RateLimit|ModelList).*\.ts$/,
  /^(CollaborationMode|v2\/(Account|Model))\.ts$/,
];

export interface SchemaChange {
  readonly file: string;
  readonly change: 'new' | 'gone' | 'changed';
  /** Methods, fields and words that came or went; comments aside. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What another version of Codex changes in the parts of the protocol that Bureau uses, against a pinned one. */
export async function compareCodexSchemas(version: string, against: string = pinned.codex[0]): Promise<SchemaChange[]> {
  const [before, after] = [await schemas(against), await schemas(version)];
  const files = [...new Set([...before.keys(), ...after.keys()])].sort();
  return files
    .filter((file) => watched.some((pattern) => pattern.test(file)))
    .flatMap((file): SchemaChange[] => {
      const [old, now] = [before.get(file), after.get(file)];
      if (old === now) return [];
      const [oldWords, nowWords] = [toWords(old ?? ''), toWords(now ?? '')];
      const added = [...nowWords].filter((word) => !oldWords.has(word));
      const removed = [...oldWords].filter((word) => !nowWords.has(word));
      if (added.length + removed.length === 0) return [];
      return [{ file, change: old === undefined ? 'new' : now === undefined ? 'gone' : 'changed', added, removed }];
    });
}

/** Fields, quoted words and types: an order or a comment that changed is no change. */
export const toWords = (source: string): Set<string> =>
  new Set(
    source
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|^import .*$/gm, '')
      .match(/"[^"]+"(\??:)?|[A-Za-z_$][\w$]*\??:\s*[^,{}]+|[A-Z]\w+/g)
      ?.map((word) => word.replace(/\s+/g, ' ').trim()) ?? [],
  );

/** The TypeScript that this Codex generates of its own protocol, by file. */
async function schemas(version: string): Promise<Map<string, string>> {
  const binary = await fetchAgent('codex', version);
  const top = await mkdtemp(join(tmpdir(), 'bureau-codex-schema-'));
  try {
    const [home, out] = [join(top, 'home'), join(top, 'out')];
    await mkdir(home);
    await mkdir(out);
    await run(binary, ['app-server', 'generate-ts', '--out', out, '--experimental'], {
      env: { PATH: process.env['PATH'], HOME: home, CODEX_HOME: home, TMPDIR: join(top, 'out') },
    });
    const files = await readdir(out, { recursive: true, withFileTypes: true });
    const sources = files.filter((file) => file.isFile() && file.name.endsWith('.ts'));
    return new Map(
      await Promise.all(
        sources.map(async (file) => {
          const path = join(file.parentPath, file.name);
          return [relative(out, path), await readFile(path, 'utf8')] as const;
        }),
      ),
    );
  } finally {
    await rm(top, { recursive: true });
  }
}

/** The newest version that npm has of Codex. */
export async function newestCodex(): Promise<string> {
  const { stdout } = await run('npm', ['view', '@openai/codex', 'dist-tags.latest']);
  return stdout.trim();
}

/** A readable report on the newest Codex, or on the one named. */
export async function checkCodex(version?: string): Promise<{ readonly differs: boolean; readonly text: string }> {
  const newest = version ?? (await newestCodex());
  const against = pinned.codex[0];
  if (newest === against)
    return { differs: false, text: `Codex ${newest} is the newest and is the one that is tested.\n` };
  const changes = await compareCodexSchemas(newest, against);
  if (changes.length === 0)
    return { differs: false, text: `Codex ${newest} changes nothing that Bureau uses, against ${against}.\n` };
  const lines = changes.map(({ file, change, added, removed }) =>
    [`${file}: ${change}`, ...added.map((word) => `  + ${word}`), ...removed.map((word) => `  - ${word}`)].join('\n'),
  );
  const head = `Codex ${newest} against ${against}: ${changes.length} files that Bureau uses differ.`;
  return { differs: true, text: `${head}\n${lines.join('\n')}\n` };
}
