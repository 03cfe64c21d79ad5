import type { Action, Shell, ToolKind } from '@bureau/contracts';
import type { ReadingContext } from '@bureau/plain-words';

/** One line of `explain --batch`, decoded by hand: ten thousand of them are read a second. */
export type BatchInput =
  | { readonly ok: true; readonly id: unknown; readonly action: Action; readonly context: ReadingContext }
  | { readonly ok: false; readonly id: unknown; readonly error: string };

const shells: ReadonlySet<unknown> = new Set<Shell>(['bash', 'powershell', 'cmd']);
const tools: ReadonlySet<unknown> = new Set<ToolKind>([
  'write',
  'edit',
  'patch',
  'fetch',
  'mcp',
  'read',
  'search',
  'other',
]);

/** `{"id"?,"shell"?,"cwd","folder","home"?,"command"}`, or `tool`, `name` and `input` instead of a command. */
export function decodeLine(line: string, usual: Pick<ReadingContext, 'home' | 'language'>): BatchInput {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, id: null, error: 'This line is no JSON.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, id: null, error: 'This line is no JSON object.' };
  const given = value as Readonly<Record<string, unknown>>;
  const id = given['id'] ?? null;
  const { cwd, folder, home, command } = given;
  if (typeof cwd !== 'string' || typeof folder !== 'string')
    return { ok: false, id, error: 'It wants «cwd» and «folder» as texts.' };
  const context = { folder, home: typeof home === 'string' ? home : usual.home, language: usual.language };
  if (typeof command === 'string') {
    const shell = given['shell'] ?? 'bash';
    if (!shells.has(shell)) return { ok: false, id, error: 'It knows the shells bash, powershell and cmd.' };
    return { ok: true, id, context, action: { kind: 'command', shell: shell as Shell, command, cwd } };
  }
  const tool = given['tool'];
  if (tool === undefined) return { ok: false, id, error: 'It wants «command» as a text, or «tool» and «input».' };
  const name = typeof given['name'] === 'string' ? given['name'] : String(tool);
  // A kind of tool that a newer agent brings is read as one that isn't known.
  const kind = tools.has(tool) ? (tool as ToolKind) : 'other';
  return { ok: true, id, context, action: { kind: 'tool', tool: kind, name, input: given['input'], cwd } };
}
