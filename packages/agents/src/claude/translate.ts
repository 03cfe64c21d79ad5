import type { AgentEvent, NoticeCode, NoticeLevel } from '@bureau/contracts';
import { type Json, textOf, toObject } from '../codex/json.ts';
import { readAssistant, readStream, readUser } from './content.ts';
import { keyOf, requestOf } from './requests.ts';
import { readResult } from './result.ts';
import type { Conversation } from './state.ts';
import { readSystem } from './system.ts';

/** Where a message's meaning goes. */
export interface Out {
  readonly emit: (event: AgentEvent) => void;
  readonly send: (message: Json) => void;
  /** A reply to a control request of ours. */
  readonly replied: (id: string, response: Json, error: string | null) => void;
}

/** Kinds that tell a person nothing: progress of what is shown already, and the program's own business. */
const quiet = new Set([
  'keep_alive',
  'tool_progress',
  'tool_use_summary',
  'prompt_suggestion',
  'command_lifecycle',
  'conversation_reset',
  'auth_status',
]);

/** One message of Claude Code to events and replies. The protocol: docs/protocols/claude-code.md. */
export function translate(state: Conversation, message: Json, out: Out) {
  const type = textOf(message, 'type') ?? '';
  switch (type) {
    case 'stream_event':
      return readStream(state, message, out);
    case 'assistant':
      return readAssistant(state, message, out);
    case 'user':
      return readUser(state, message, out);
    case 'result':
      return readResult(state, message, out);
    case 'system':
      return readSystem(state, message, out);
    case 'control_request':
      return readRequest(state, message, out);
    case 'control_cancel_request':
      return withdraw(state, keyOf(message['request_id']), out);
    case 'control_response':
      return readReply(message, out);
    case 'rate_limit_event':
      return notice(
        out,
        'warning',
        'rate-limit',
        'Your Claude account is near a limit, or has reached it.',
        JSON.stringify(message['rate_limit_info'] ?? {}),
      );
    default:
      if (!quiet.has(type)) unknown(state, type || 'a message without a type', message, out);
  }
}

export function notice(out: Out, level: NoticeLevel, code: NoticeCode, message: string, detail?: string) {
  out.emit({ type: 'notice', level, code, message, ...(detail ? { detail } : {}) });
}

/** Kept and shown in the details, once a kind; never guessed. */
export function unknown(state: Conversation, kind: string, message: Json, out: Out) {
  if (state.toldUnknown.has(kind)) return;
  state.toldUnknown.add(kind);
  notice(
    out,
    'info',
    'unknown-message',
    `Claude Code said something that this Bureau does not know (${kind}).`,
    JSON.stringify(message).slice(0, 4000),
  );
}

function readRequest(state: Conversation, message: Json, out: Out) {
  const id = message['request_id'];
  const key = keyOf(id);
  const raw = toObject(message['request']);
  const subtype = textOf(raw, 'subtype') ?? '';
  if (subtype !== 'can_use_tool') {
    const words = `Bureau does not handle ${subtype || 'a request without a name'}`;
    out.send(refusal(id, words));
    return notice(
      out,
      'warning',
      'unknown-request',
      `Claude Code asked for something that this Bureau does not know (${subtype}). It was told so at once.`,
      words,
    );
  }
  if (state.requests.has(key)) {
    out.send(refusal(id, 'This request is open already'));
    return notice(
      out,
      'error',
      'duplicate-request',
      'Claude Code asked twice under one name. The first question stays; the second was refused.',
      key,
    );
  }
  const open = {
    id,
    tool: textOf(raw, 'tool_name') ?? '',
    toolUseId: textOf(raw, 'tool_use_id'),
    input: toObject(raw['input']),
    suggestions: Array.isArray(raw['permission_suggestions'])
      ? (raw['permission_suggestions'] as readonly unknown[])
      : [],
    ofSubAgent: typeof raw['agent_id'] === 'string',
  };
  state.requests.set(key, open);
  const said = open.toolUseId ? toObject(state.steps.get(open.toolUseId)?.input) : {};
  out.emit({
    type: 'request-opened',
    key,
    request: requestOf(open, raw, state.folder, textOf(said, 'plan')),
    raw: message,
  });
}

const refusal = (id: unknown, error: string): Json => ({
  type: 'control_response',
  response: { subtype: 'error', request_id: id, error },
});

export function withdraw(state: Conversation, key: string, out: Out) {
  if (state.requests.delete(key)) out.emit({ type: 'request-closed', key, how: 'withdrawn' });
}

/** With --replay-user-messages our own answers come back as control_response too: their ids are not ours to wait for. */
function readReply(message: Json, out: Out) {
  const response = toObject(message['response']);
  const id = textOf(response, 'request_id');
  if (!id) return;
  const failed = textOf(response, 'subtype') === 'error';
  out.replied(id, toObject(response['response']), failed ? (textOf(response, 'error') ?? 'no reason given') : null);
}
