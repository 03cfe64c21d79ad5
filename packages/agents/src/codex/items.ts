import type { AgentEvent, StepState } from '@bureau/contracts';
import { toStep } from './actions.ts';
import { type Json, numberOf, textOf, textsOf, toList } from './json.ts';
import type { Guards } from './late.ts';
import { noticeOnce } from './notices.ts';
import { type Effect, emit, type Next, newest, type OpenItem, type State, withEntry } from './state.ts';

/** The id of an item in events: its own, behind its thread's where that is a sub-agent's. */
export const eventId = (state: State, threadId: string | undefined, itemId: string): string =>
  threadId === undefined || threadId === state.threadId ? itemId : `${threadId}/${itemId}`;

const streamed: Readonly<Record<string, 'text' | 'thinking'>> = {
  agentMessage: 'text',
  plan: 'text',
  reasoning: 'thinking',
};
const stepStates: Readonly<Record<string, Exclude<StepState, 'running'>>> = {
  completed: 'completed',
  failed: 'failed',
  declined: 'declined',
};

/** `item/started`. */
export function itemStarted(state: State, params: Json, guards: Guards): Next {
  const item = params['item'] as Json;
  const turnId = textOf(params, 'turnId') ?? '';
  const type = textOf(item, 'type') ?? '';
  if (!guards.mayWake(state)) return [state, []];
  const id = eventId(state, textOf(params, 'threadId'), textOf(item, 'id') ?? '');
  const parentStep = state.agents.get(textOf(params, 'threadId') ?? '');
  const parent = parentStep === undefined ? {} : { parentStep };
  const kind = Object.hasOwn(streamed, type) ? streamed[type]! : 'step';
  const step = kind === 'step' ? toStep(item, state.wish?.folder ?? '') : null;
  if (kind === 'step' && !step) return [state, []];
  const agent = textOf(item, 'agentThreadId');
  // Only its start is a step; what comes of it later ends that step.
  if (agent !== undefined && textOf(item, 'kind') !== 'started') return [state, []];
  const open: OpenItem = {
    kind,
    turnId,
    text: '',
    threadId: textOf(params, 'threadId') ?? state.threadId,
    ...parent,
    ...(agent === undefined ? {} : { startedAgent: agent }),
    ...(type === 'commandExecution'
      ? { command: { text: textOf(item, 'command') ?? '', runs: textOf(item, 'processId') !== undefined } }
      : {}),
    ...(type === 'mcpToolCall'
      ? { tool: { server: textOf(item, 'server') ?? '', name: textOf(item, 'tool') ?? '' } }
      : {}),
    ...(type === 'fileChange' ? { changes: toList(item['changes']) } : {}),
  };
  const effects: Effect[] = step ? [emit({ type: 'step-started', stepId: id, ...step, ...parent })] : [];
  let next: State =
    kind === 'step'
      ? { ...state, items: withEntry(state.items, id, open) }
      : { ...state, texts: withEntry(state.texts, id, open) };
  // A sub-agent's thread belongs to the step that started it.
  const threads = [...textsOf(item['receiverThreadIds']), agent];
  for (const thread of threads)
    if (thread && !next.agents.has(thread)) next = { ...next, agents: withEntry(next.agents, thread, id) };
  return step && !knownItems.has(type)
    ? noticeOnce([next, effects], `item ${type}`, `Codex did something that this Bureau does not know: «${type}».`)
    : [next, effects];
}

const knownItems = new Set([
  'commandExecution',
  'fileChange',
  'mcpToolCall',
  'dynamicToolCall',
  'webSearch',
  'imageView',
  'imageGeneration',
  'collabAgentToolCall',
  'subAgentActivity',
  'sleep',
  'contextCompaction',
  'enteredReviewMode',
  'exitedReviewMode',
]);

/** The next piece of a text, a plan or a summary of thinking. */
export function piece(state: State, params: Json, kind: 'text' | 'thinking', guards: Guards): Next {
  const text = textOf(params, 'delta');
  if (!text || !guards.mayWake(state)) return [state, []];
  const id = eventId(state, textOf(params, 'threadId'), textOf(params, 'itemId') ?? '');
  if (state.streaming?.id !== id)
    return piece(startStreaming(state, id, kind, textOf(params, 'turnId') ?? ''), params, kind, guards);
  const parentStep = kind === 'text' && state.agents.size ? state.texts.get(id)?.parentStep : undefined;
  return [
    { ...state, streaming: { id, text: state.streaming.text + text } },
    [emit({ type: kind, messageId: id, text, final: false, ...(parentStep === undefined ? {} : { parentStep }) })],
  ];
}

/** More of the text that goes on now, told without the machine (`pieces.ts`). */
export const grown = (state: State, text: string): State =>
  state.streaming ? { ...state, streaming: { ...state.streaming, text: state.streaming.text + text } } : state;

/** Another text goes on now: what the one before said so far goes back to its item. */
function startStreaming(state: State, id: string, kind: 'text' | 'thinking', turnId: string): State {
  const texts = new Map(state.texts);
  const before = state.streaming && texts.get(state.streaming.id);
  if (state.streaming && before) texts.set(state.streaming.id, { ...before, text: state.streaming.text });
  const threadId = id.includes('/') ? id.slice(0, id.indexOf('/')) : state.threadId;
  const open = texts.get(id) ?? { kind, turnId, text: '', threadId };
  texts.set(id, open);
  return { ...state, texts, streaming: { id, text: open.text } };
}

const textSoFar = (state: State, id: string): string =>
  state.streaming?.id === id ? state.streaming.text : (state.texts.get(id)?.text ?? '');

/** The next piece of a command's output; also of one whose turn has ended. */
export function output(state: State, params: Json): Next {
  const text = textOf(params, 'delta');
  const stepId = eventId(state, textOf(params, 'threadId'), textOf(params, 'itemId') ?? '');
  return text && state.items.has(stepId) ? [state, [emit({ type: 'step-output', stepId, text })]] : [state, []];
}

const itemText = (item: Json): string =>
  textOf(item, 'text') ??
  [...textsOf(item['summary']), ...(toList(item['summary']).length ? [] : textsOf(item['content']))].join('\n\n');

/** `item/completed`; it may come late, twice in no case that was seen, or without a start. */
export function itemCompleted(state: State, params: Json, guards: Guards): Next {
  const item = params['item'] as Json;
  const type = textOf(item, 'type') ?? '';
  const id = eventId(state, textOf(params, 'threadId'), textOf(item, 'id') ?? '');
  if (type === 'userMessage') return userMessage(state, item);
  const kind = Object.hasOwn(streamed, type) ? streamed[type]! : 'step';
  if (type === 'subAgentActivity') return agentActivity(state, params, item, id, guards);
  if (kind === 'step') return stepCompleted(state, params, item, id, guards);
  const open = state.texts.get(id);
  const text = itemText(item) || textSoFar(state, id);
  if (!open && !guards.mayWake(state)) return [state, []];
  const parent = kind === 'text' && open?.parentStep ? { parentStep: open.parentStep } : {};
  const next: State = {
    ...state,
    texts: withEntry(state.texts, id, undefined),
    streaming: state.streaming?.id === id ? null : state.streaming,
    ...(type === 'plan' && text ? { plan: text } : {}),
  };
  return [next, text ? [emit({ type: kind, messageId: id, text, final: true, ...parent })] : []];
}

function stepCompleted(state: State, params: Json, item: Json, stepId: string, guards: Guards): Next {
  const open = state.items.get(stepId);
  const closed = guards.wasClosed(state, stepId);
  const turnId = textOf(params, 'turnId') ?? open?.turnId ?? '';
  if (!open && !closed) {
    // Completed without a start (web searches do): both at once, but never in a task that is being finished.
    const step = guards.mayWake(state) && !guards.isLate(state, turnId) ? toStep(item, state.wish?.folder ?? '') : null;
    if (!step) return [state, []];
    const [next, started] = itemStarted(state, params, guards);
    const [last, ended] = stepCompleted(next, params, item, stepId, guards);
    return [last, [...started, ...ended]];
  }
  const said = stepStates[textOf(item, 'status') ?? 'completed'] ?? 'completed';
  const exitCode = numberOf(item, 'exitCode');
  // A clean ends a terminal with -1, or with the signal's number: that is an interruption, not a failure of the command.
  const byClean = state.life !== 'open' && said === 'failed' && (exitCode === -1 || exitCode === 137);
  const text = stepOutput(item);
  const late = closed || guards.isLate(state, turnId);
  const ended: AgentEvent = {
    type: 'step-ended',
    stepId,
    state: closed || byClean ? 'interrupted' : said,
    ...(exitCode !== undefined && exitCode >= 0 ? { exitCode } : {}),
    ...(text ? { output: text } : {}),
    ...(late ? { late: true } : {}),
  };
  return leaveBackground(
    {
      ...state,
      items: withEntry(state.items, stepId, undefined),
      closedSteps: state.closedSteps.filter((id) => id !== stepId),
    },
    [emit(ended)],
    [stepId],
  );
}

/** A sub-agent was started, went on or ended: its step runs as long as it does. */
function agentActivity(state: State, params: Json, item: Json, id: string, guards: Guards): Next {
  const kind = textOf(item, 'kind');
  if (kind === 'started' && state.items.has(id)) return [state, []];
  if (kind === 'started') return itemStarted(state, params, guards);
  if (kind !== 'completed' && kind !== 'interrupted') return [state, []];
  const agent = textOf(item, 'agentThreadId');
  const steps = [...state.items].filter(([, open]) => open.startedAgent === agent);
  return [
    { ...state, items: new Map([...state.items].filter((entry) => !steps.some(([step]) => step === entry[0]))) },
    steps.map(([stepId, open]) =>
      emit({ type: 'step-ended', stepId, state: kind, ...(guards.isLate(state, open.turnId) ? { late: true } : {}) }),
    ),
  ];
}

/** What a step gave back, as text; undefined where it says nothing. */
function stepOutput(item: Json): string | undefined {
  const whole = textOf(item, 'aggregatedOutput');
  if (whole !== undefined) return whole;
  const failure = textOf((item['error'] ?? {}) as Json, 'message');
  if (failure) return failure;
  const content = toList(((item['result'] ?? {}) as Json)['content'] ?? item['contentItems']);
  const texts = content.map((part) => textOf((part ?? {}) as Json, 'text')).filter((text) => text !== undefined);
  return texts.length ? texts.join('\n') : undefined;
}

function userMessage(state: State, item: Json): Next {
  const clientId = textOf(item, 'clientId');
  const found = state.unread.find((message) => message.id === clientId);
  if (!found) return [state, []];
  return [
    { ...state, unread: state.unread.filter((message) => message !== found) },
    [emit({ type: 'said', messageId: found.id, text: found.text })],
  ];
}

/** Takes steps out of the background, and says what is left there when that changed anything. */
export function leaveBackground(state: State, effects: readonly Effect[], steps: readonly string[]): Next {
  const left = new Map([...state.background].filter(([step]) => !steps.includes(step)));
  if (left.size === state.background.size) return [state, effects];
  return [{ ...state, background: left }, [...effects, backgroundEvent(left)]];
}

export const backgroundEvent = (background: ReadonlyMap<string, string>): Effect =>
  emit({ type: 'background', items: [...background].map(([id, command]) => ({ id, command })) });

/** Closes what Codex leaves open: a text gets its final piece, a step is interrupted. */
export function closeItems(state: State, ids: readonly string[]): Next {
  const effects: Effect[] = [];
  const items = new Map(state.items);
  const texts = new Map(state.texts);
  let { closedSteps, streaming } = state;
  for (const id of ids) {
    const text = texts.get(id);
    if (items.delete(id)) {
      closedSteps = newest(closedSteps, id);
      effects.push(emit({ type: 'step-ended', stepId: id, state: 'interrupted' }));
    } else if (text) {
      const said = textSoFar(state, id);
      const parent = text.kind === 'text' && text.parentStep ? { parentStep: text.parentStep } : {};
      if (text.kind !== 'step' && said)
        effects.push(emit({ type: text.kind, messageId: id, text: said, final: true, ...parent }));
      texts.delete(id);
      if (streaming?.id === id) streaming = null;
    }
  }
  return leaveBackground({ ...state, items, texts, streaming, closedSteps }, effects, ids);
}
