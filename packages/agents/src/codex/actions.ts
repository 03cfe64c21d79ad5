import type { Action, StepKind } from '@bureau/contracts';
import { type Json, textOf, toList, toObject } from './json.ts';
import { unwrapShell } from './shell.ts';

const tool = (kind: Extract<Action, { kind: 'tool' }>['tool'], name: string, input: unknown, cwd: string): Action => ({
  kind: 'tool',
  tool: kind,
  name,
  input,
  cwd,
});

export const commandAction = (command: string, cwd: string): Action => ({
  kind: 'command',
  ...unwrapShell(command),
  cwd,
});
export const patchAction = (changes: readonly unknown[], cwd: string): Action =>
  tool('patch', 'fileChange', { changes }, cwd);
export const permissionsAction = (permissions: unknown, reason: string | undefined, cwd: string): Action =>
  tool('other', 'permissions', { permissions, ...(reason ? { reason } : {}) }, cwd);
export const mcpAction = (server: string, name: string, input: unknown, cwd: string): Action =>
  tool('mcp', `mcp__${server}__${name}`, input ?? {}, cwd);
export const otherAction = (name: string, input: unknown, cwd: string): Action => tool('other', name, input, cwd);
/** A command that wants to reach one host which isn't allowed yet. */
export const networkAction = (host: string, protocol: string | undefined, cwd: string): Action =>
  tool('fetch', 'WebFetch', { url: `${protocol?.startsWith('http') ? protocol : 'https'}://${host}` }, cwd);

/** What an item of Codex does, or `null` for items that aren't steps (texts, messages, hooks). */
export function toStep(item: Json, folder: string): { kind: StepKind; action: Action } | null {
  const cwd = textOf(item, 'cwd') ?? folder;
  const type = textOf(item, 'type') ?? '';
  switch (type) {
    case 'userMessage':
    case 'agentMessage':
    case 'reasoning':
    case 'plan':
    case 'hookPrompt':
    case 'functionCallOutput':
      return null;
    case 'commandExecution':
      return { kind: 'command', action: commandAction(textOf(item, 'command') ?? '', cwd) };
    case 'fileChange':
      return { kind: 'edit', action: patchAction(toList(item['changes']), cwd) };
    case 'mcpToolCall':
      return {
        kind: 'mcp',
        action: mcpAction(textOf(item, 'server') ?? '', textOf(item, 'tool') ?? '', item['arguments'], cwd),
      };
    case 'dynamicToolCall':
      return { kind: 'other', action: otherAction(textOf(item, 'tool') ?? type, item['arguments'], cwd) };
    case 'webSearch':
      return {
        kind: 'web',
        action: tool('fetch', 'WebSearch', { query: textOf(item, 'query') ?? '', action: item['action'] ?? null }, cwd),
      };
    case 'imageView':
      return { kind: 'read', action: tool('read', 'Read', { file_path: textOf(item, 'path') ?? '' }, cwd) };
    case 'collabAgentToolCall':
      return {
        kind: 'agent',
        action: otherAction(textOf(item, 'tool') ?? type, { prompt: textOf(item, 'prompt') ?? '' }, cwd),
      };
    case 'subAgentActivity':
      return {
        kind: 'agent',
        action: otherAction(type, { kind: textOf(item, 'kind'), path: textOf(item, 'agentPath') }, cwd),
      };
    default: {
      const { id: _id, type: _type, ...input } = item;
      return { kind: 'other', action: otherAction(type, input, cwd) };
    }
  }
}

/** The changes of a patch as text: each file with what becomes of it, then its diff. */
export const patchText = (changes: readonly unknown[]): string =>
  changes
    .map((change) => {
      const { path, kind, diff } = toObject(change);
      const type = typeof kind === 'string' ? kind : (textOf(toObject(kind), 'type') ?? 'change');
      const target = textOf(toObject(kind), 'move_path');
      return `${type} ${String(path)}${target ? ` → ${target}` : ''}\n${typeof diff === 'string' ? diff : ''}`;
    })
    .join('\n');
