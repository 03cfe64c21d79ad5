import type { Action, ToolKind } from '@bureau/contracts';
import { isObject, type Json, list, number, short, text, time } from '../json.ts';
import type { LogFact } from '../types.ts';

/** Claude Code's own tool names (facts: system/init lists them; logs say `Agent` for sub-agents). */
const tools: Readonly<Record<string, ToolKind>> = {
  Write: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Read: 'read',
  Grep: 'search',
  Glob: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
};
/** These wait for the person, whatever else the log says. */
const asking = new Set(['AskUserQuestion', 'ExitPlanMode']);

export function claudeAction(name: string, input: unknown, cwd: string): Action {
  if (name === 'Bash' || name === 'PowerShell') {
    const command = isObject(input) ? (text(input['command']) ?? '') : '';
    return { kind: 'command', shell: name === 'Bash' ? 'bash' : 'powershell', command, cwd };
  }
  const tool = name.startsWith('mcp__') ? 'mcp' : (Object.hasOwn(tools, name) && tools[name]) || 'other';
  return { kind: 'tool', tool, name, input, cwd };
}

/** What one record of `projects/SLUG/SESSION.jsonl` says; nothing for the many kinds that tell nothing of the work. */
export function claudeFacts(record: Json): LogFact[] {
  const at = time(record['timestamp']);
  switch (record['type']) {
    case 'user':
      return [...sessionFacts(record, at), ...userFacts(record, at)];
    case 'assistant':
      return [...sessionFacts(record, at), ...assistantFacts(record, at)];
    case 'last-prompt':
      return titleOf(record['lastPrompt'], false);
    case 'summary':
      return titleOf(record['summary'], true);
    case 'ai-title':
      return titleOf(record['aiTitle'] ?? record['title'], true);
    case 'custom-title':
      return titleOf(record['customTitle'] ?? record['title'], true);
    case 'cost-state':
      return [{ kind: 'closed', at }];
    default:
      return [];
  }
}

function titleOf(value: unknown, strong: boolean): LogFact[] {
  const words = text(value);
  return words?.trim() ? [{ kind: 'title', title: short(words), strong }] : [];
}

function sessionFacts(record: Json, at: number): LogFact[] {
  const session = record['isSidechain'] === true ? undefined : text(record['sessionId']);
  const folder = text(record['cwd']);
  const message = isObject(record['message']) ? record['message'] : undefined;
  const model = record['type'] === 'assistant' && message ? text(message['model']) : undefined;
  return [
    {
      kind: 'session',
      at,
      ...(session ? { session } : {}),
      ...(folder ? { folder } : {}),
      ...(model && model !== '<synthetic>' ? { model } : {}),
    },
  ];
}

function userFacts(record: Json, at: number): LogFact[] {
  const message = isObject(record['message']) ? record['message'] : undefined;
  if (!message || record['isMeta'] === true) return [];
  const content = message['content'];
  if (typeof content === 'string') return spoken(content, at);
  const facts: LogFact[] = [];
  const words: string[] = [];
  for (const block of list(content)) {
    if (!isObject(block)) continue;
    const id = text(block['tool_use_id']);
    if (block['type'] === 'tool_result' && id) facts.push({ kind: 'step-end', id, at });
    if (block['type'] === 'text') words.push(text(block['text']) ?? '');
  }
  // A refusal with «STOP … wait for the user» is followed by the interruption's own record.
  return words.length > 0 ? [...facts, ...spoken(words.join('\n'), at)] : facts;
}

function spoken(words: string, at: number): LogFact[] {
  // «[Request interrupted by user]» and «… for tool use]» end a turn (facts: there is no other record of it).
  if (words.startsWith('[Request interrupted by user')) return [{ kind: 'turn-end', at }];
  if (words.startsWith('<local-command-stdout>') || words.startsWith('<command-name>')) return [];
  return [{ kind: 'prompt', text: words, at }];
}

function assistantFacts(record: Json, at: number): LogFact[] {
  const message = isObject(record['message']) ? record['message'] : undefined;
  if (!message) return [];
  const cwd = text(record['cwd']) ?? '';
  const facts: LogFact[] = [];
  for (const block of list(message['content'])) {
    if (!isObject(block)) continue;
    const id = text(block['id']);
    const name = text(block['name']);
    if (block['type'] === 'tool_use' && id && name) {
      facts.push({
        kind: 'step-start',
        id,
        name,
        action: claudeAction(name, block['input'], cwd),
        asks: asking.has(name),
        at,
      });
    } else if (block['type'] === 'text') facts.push({ kind: 'said', text: text(block['text']) ?? '', at });
    else facts.push({ kind: 'thought', at });
  }
  if (isObject(message['usage'])) {
    const usage = message['usage'];
    const input =
      number(usage['input_tokens']) +
      number(usage['cache_creation_input_tokens']) +
      number(usage['cache_read_input_tokens']);
    // One record a content block, each with the same message's usage: the id keeps it from being counted twice.
    facts.push({
      kind: 'tokens',
      input,
      output: number(usage['output_tokens']),
      total: false,
      key: text(message['id']) ?? '',
    });
  }
  // `end_turn`, `stop_sequence`, `max_tokens`, `refusal` …: only a tool's use goes on by itself.
  const reason = text(message['stop_reason']);
  if (reason && reason !== 'tool_use' && reason !== 'pause_turn') facts.push({ kind: 'turn-end', at });
  return facts;
}
