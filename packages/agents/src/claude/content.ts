import { type Json, numberOf, textOf, toList, toObject } from '../codex/json.ts';
import type { Conversation } from './state.ts';
import { actionOf, asksPerson, kindOf } from './tools.ts';
import type { Out } from './translate.ts';
import { startTurn } from './turn.ts';

const parentOf = (message: Json) => textOf(message, 'parent_tool_use_id');
const parentField = (parent: string | undefined) => (parent ? { parentStep: parent } : {});

/** The hot path: most messages are small deltas. */
export function readStream(state: Conversation, message: Json, out: Out) {
  const event = message['event'] as Json | undefined;
  if (!event) return;
  const parent = parentOf(message) ?? '';
  switch (event['type']) {
    case 'content_block_delta': {
      const delta = event['delta'] as Json | undefined;
      const text = delta?.['text'] ?? delta?.['thinking'];
      if (typeof text !== 'string' || text === '') return;
      const messageId = `${textOf(message, 'api_message_id') ?? state.streaming.get(parent) ?? 'message'}:${numberOf(event, 'index') ?? 0}`;
      if (delta?.['type'] === 'text_delta')
        out.emit({ type: 'text', messageId, text, final: false, ...parentField(parent) });
      else if (delta?.['type'] === 'thinking_delta' && !parent)
        out.emit({ type: 'thinking', messageId, text, final: false });
      return;
    }
    case 'message_start': {
      const id = textOf(toObject(event['message']), 'id');
      if (id) state.streaming.set(parent, id);
      return;
    }
  }
}

/** One content block a message (measured): a piece of text, a thought, or a step. */
export function readAssistant(state: Conversation, message: Json, out: Out) {
  const inner = toObject(message['message']);
  const parent = parentOf(message);
  const id = textOf(inner, 'id') ?? textOf(message, 'uuid') ?? 'message';
  if (!state.turn && !parent) startTurn(state, out);
  for (const value of toList(inner['content'])) {
    const block = toObject(value);
    const index = state.blocks.get(id) ?? 0;
    state.blocks.set(id, index + 1);
    const messageId = `${id}:${index}`;
    switch (textOf(block, 'type')) {
      case 'text': {
        const text = textOf(block, 'text') ?? '';
        if (text) out.emit({ type: 'text', messageId, text, final: true, ...parentField(parent) });
        break;
      }
      case 'thinking':
        if (!parent) out.emit({ type: 'thinking', messageId, text: textOf(block, 'thinking') ?? '', final: true });
        break;
      case 'tool_use':
        startStep(state, block, parent, out);
        break;
    }
  }
}

function startStep(state: Conversation, block: Json, parent: string | undefined, out: Out) {
  const stepId = textOf(block, 'id');
  const name = textOf(block, 'name') ?? '';
  if (!stepId || state.steps.has(stepId)) return;
  state.steps.set(stepId, { name, input: block['input'], parent });
  if (asksPerson(name)) return;
  const background = toObject(block['input'])['run_in_background'] === true;
  out.emit({
    type: 'step-started',
    stepId,
    kind: kindOf(name),
    action: actionOf(name, block['input'], state.folder),
    ...parentField(parent),
    ...(background ? { background } : {}),
  });
}

/** Our own words come back (`isReplay`) when the agent reads them; anything else are results of steps. */
export function readUser(state: Conversation, message: Json, out: Out) {
  const uuid = textOf(message, 'uuid') ?? '';
  const said = state.unread.get(uuid);
  if (message['isReplay'] === true) {
    if (!said) return;
    state.unread.delete(uuid);
    if (!state.turn) startTurn(state, out, 'user');
    out.emit({ type: 'said', messageId: said.id, text: said.text });
    return;
  }
  for (const value of toList(toObject(message['message'])['content'])) {
    const block = toObject(value);
    if (textOf(block, 'type') === 'tool_result') endStep(state, block, message, out);
  }
}

function endStep(state: Conversation, block: Json, message: Json, out: Out) {
  const stepId = textOf(block, 'tool_use_id') ?? '';
  const step = state.steps.get(stepId);
  if (!step) return;
  if (worksOn(state, stepId)) return;
  state.steps.delete(stepId);
  if (asksPerson(step.name)) return;
  const result = toObject(message['tool_use_result']);
  const shown = contentText(block['content']);
  const printed = [textOf(result, 'stdout'), textOf(result, 'stderr')].filter(Boolean).join('\n');
  const output = printed || shown;
  const failed = block['is_error'] === true;
  const declined = failed && (state.refused.delete(stepId) || wasRefused(message, stepId));
  const code = kindOf(step.name) === 'command' ? exitCode(shown, failed) : undefined;
  const interrupted = result['interrupted'] === true;
  out.emit({
    type: 'step-ended',
    stepId,
    state: declined ? 'declined' : interrupted ? 'interrupted' : failed ? 'failed' : 'completed',
    ...(code !== undefined && !declined && !interrupted ? { exitCode: code } : {}),
    ...(output ? { output } : {}),
  });
}

/** A sub-agent in the background: this result only says that it was launched, and its end comes as a notification. */
const worksOn = (state: Conversation, stepId: string): boolean =>
  [...state.jobs].some(([id, job]) => job.isSubAgent && job.stepId === stepId && state.background.has(id));

/** `tool_result_meta` names the decision, also when the person's own rules refused it. */
function wasRefused(message: Json, stepId: string): boolean {
  return toList(message['tool_result_meta']).some((value) => {
    const meta = toObject(value);
    const decision = textOf(toObject(meta['permission_decision']), 'decision');
    return textOf(meta, 'id') === stepId && decision !== undefined && decision !== 'accept';
  });
}

/** A failed Bash begins its result with «Exit code N». */
function exitCode(text: string, failed: boolean): number | undefined {
  const code = /^Exit code (\d+)/.exec(text)?.[1];
  return code !== undefined ? Number(code) : failed ? undefined : 0;
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return toList(content)
    .map((part) => textOf(toObject(part), 'text') ?? '')
    .filter(Boolean)
    .join('\n');
}
