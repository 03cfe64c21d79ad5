import type { Action, ToolKind } from '@bureau/contracts';
import { isObject, type Json, list, number, parseRecord, short, text, time } from '../json.ts';
import type { LogFact } from '../types.ts';

const commands = new Set(['exec_command', 'shell', 'local_shell', 'shell_command', 'unified_exec', 'container.exec']);
const asking = new Set(['request_user_input']);

/** `/bin/bash -lc 'x'` as an array, or a string, to the words inside. */
function commandText(value: unknown): string {
  if (typeof value === 'string') return value;
  const words = list(value).map((word) => text(word) ?? '');
  return words.length === 3 && /^-l?c$/.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ');
}

export function codexAction(name: string, args: unknown, cwd: string): Action {
  const input = typeof args === 'string' ? (parseRecord(args) ?? args) : args;
  if (commands.has(name)) {
    const given = isObject(input) ? input : {};
    const workdir = text(given['workdir']) ?? text(given['cwd']);
    return {
      kind: 'command',
      shell: 'bash',
      command: commandText(given['cmd'] ?? given['command']),
      cwd: workdir ?? cwd,
    };
  }
  const tool: ToolKind =
    name === 'apply_patch' ? 'patch' : name === 'web_search' ? 'fetch' : name.includes('__') ? 'mcp' : 'other';
  return { kind: 'tool', tool, name, input, cwd };
}

/** What one line of a `rollout-*.jsonl` says. `cwd` is what earlier records said. */
export function codexFacts(record: Json, cwd: string): LogFact[] {
  const at = time(record['timestamp']);
  const payload = isObject(record['payload']) ? record['payload'] : undefined;
  if (!payload) return [];
  switch (record['type']) {
    case 'session_meta':
      return [metaFact(payload, at)];
    case 'turn_context': {
      const folder = text(payload['cwd']);
      const model = text(payload['model']);
      return [{ kind: 'session', at, ...(folder ? { folder } : {}), ...(model ? { model } : {}) }];
    }
    case 'response_item':
      return itemFacts(payload, at, cwd);
    case 'event_msg':
      return eventFacts(payload, at);
    default:
      return [];
  }
}

function metaFact(payload: Json, at: number): LogFact {
  const session = text(payload['id']) ?? text(payload['session_id']);
  const folder = text(payload['cwd']);
  const parent = parentThread(payload);
  return {
    kind: 'session',
    at,
    ...(session ? { session } : {}),
    ...(folder ? { folder } : {}),
    ...(parent ? { parent } : {}),
  };
}

/** A sub-agent's meta names its parent: `source: {subagent: {thread_spawn: {parent_thread_id}}}`. */
function parentThread(payload: Json): string | undefined {
  const direct = text(payload['parent_thread_id']);
  if (direct) return direct;
  const source = payload['source'];
  const sub = isObject(source) ? (source['subagent'] ?? source['sub_agent']) : undefined;
  const spawn = isObject(sub) ? (sub['thread_spawn'] ?? sub) : undefined;
  return isObject(spawn) ? text(spawn['parent_thread_id']) : undefined;
}

function itemFacts(payload: Json, at: number, cwd: string): LogFact[] {
  const id = text(payload['call_id']) ?? text(payload['id']) ?? '';
  switch (payload['type']) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const name = payload['type'] === 'local_shell_call' ? 'local_shell' : (text(payload['name']) ?? '');
      const action = codexAction(name, payload['arguments'] ?? payload['input'] ?? payload['action'], cwd);
      return [{ kind: 'step-start', id, name, action, asks: asking.has(name), at }];
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return [{ kind: 'step-end', id, at }];
    case 'reasoning':
      return [{ kind: 'thought', at }];
    case 'message': {
      if (payload['role'] !== 'assistant') return [];
      const words = list(payload['content']).map((part) => (isObject(part) ? (text(part['text']) ?? '') : ''));
      return [{ kind: 'said', text: words.join(''), at }];
    }
    default:
      return [];
  }
}

function eventFacts(payload: Json, at: number): LogFact[] {
  switch (payload['type']) {
    case 'task_started':
    case 'turn_started':
      return [{ kind: 'turn-start', at }];
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return [{ kind: 'turn-end', at }];
    case 'user_message':
      return prompt(text(payload['message']) ?? '', at);
    case 'item_completed': {
      const item = isObject(payload['item']) ? payload['item'] : {};
      if (item['type'] !== 'UserMessage') return [];
      return prompt(
        list(item['content'])
          .map((part) => (isObject(part) ? (text(part['text']) ?? '') : ''))
          .join('\n'),
        at,
      );
    }
    case 'thread_name_updated': {
      const name = text(payload['thread_name']) ?? text(payload['name']);
      return name ? [{ kind: 'title', title: short(name), strong: true }] : [];
    }
    case 'token_count': {
      const info = isObject(payload['info']) ? payload['info'] : {};
      const usage = isObject(info['total_token_usage']) ? info['total_token_usage'] : undefined;
      return usage
        ? [
            {
              kind: 'tokens',
              input: number(usage['input_tokens']),
              output: number(usage['output_tokens']),
              total: true,
            },
          ]
        : [];
    }
    default:
      return [];
  }
}

const prompt = (words: string, at: number): LogFact[] => (words.trim() ? [{ kind: 'prompt', text: words, at }] : []);
