import { type Json, numberOf, textOf, toList, toObject } from '../codex/json.ts';
import type { Conversation } from './state.ts';
import { notice, type Out, unknown } from './translate.ts';
import { startTurn } from './turn.ts';

/** Settings of the person's own under which less, or nothing, is asked. */
export const asksLess = new Set(['bypassPermissions', 'acceptEdits', 'dontAsk', 'auto']);
const quiet = new Set([
  'task_progress',
  'task_updated',
  'hook_started',
  'hook_progress',
  'hook_response',
  'thinking_tokens',
  'session_state_changed',
  'worker_shutting_down',
  'commands_changed',
  'files_persisted',
  'memory_recall',
  'plugin_install',
  'control_request_progress',
  'elicitation_complete',
]);

export function readSystem(state: Conversation, message: Json, out: Out) {
  const subtype = textOf(message, 'subtype') ?? '';
  switch (subtype) {
    case 'init':
      return readInit(state, message, out);
    case 'status':
      return readMode(state, textOf(message, 'permissionMode'), out);
    case 'api_retry':
      return readRetry(message, out);
    case 'background_tasks_changed':
      return readBackground(state, message, out);
    case 'task_started':
      return readJob(state, message, out);
    case 'task_notification':
      return readJobEnd(state, message, out);
    case 'compact_boundary':
      return notice(
        out,
        'info',
        'compacted',
        'Claude Code summed up the conversation so far, because it had grown long.',
      );
    case 'permission_denied':
      return notice(
        out,
        'info',
        'not-allowed',
        `Claude Code's own rules refused a step (${textOf(message, 'tool_name') ?? 'unknown'}).`,
        textOf(message, 'message'),
      );
    case 'local_command_output':
    case 'informational':
    case 'notification':
      return notice(
        out,
        'info',
        subtype,
        textOf(message, 'content') ?? textOf(message, 'message') ?? textOf(message, 'text') ?? subtype,
      );
    case 'model_refusal_fallback':
    case 'model_refusal_no_fallback':
      return notice(
        out,
        'warning',
        'model-changed',
        'The model refused to go on with this.',
        JSON.stringify(message).slice(0, 2000),
      );
    case 'mirror_error':
    case 'session_writes_lost':
      return notice(
        out,
        'warning',
        'log-lost',
        'Claude Code could not write all of its own record of this conversation.',
        textOf(message, 'error'),
      );
    default:
      if (!quiet.has(subtype)) unknown(state, `system/${subtype}`, message, out);
  }
}

/** Comes again at every turn. */
function readInit(state: Conversation, message: Json, out: Out) {
  const sessionId = textOf(message, 'session_id') ?? state.sessionId;
  const model = textOf(message, 'model') ?? null;
  const version = textOf(message, 'claude_code_version') ?? state.version;
  if (sessionId && (sessionId !== state.sessionId || model !== state.model)) {
    state.sessionId = sessionId;
    state.model = model;
    state.version = version;
    const mode = textOf(message, 'permissionMode') ?? state.mode;
    out.emit({
      type: 'session',
      agentSessionId: sessionId,
      ...(model ? { model } : {}),
      ...(version ? { agentVersion: version } : {}),
      ...(state.models.length > 0 ? { models: state.models } : {}),
      ...(mode && asksLess.has(mode) ? { asksLess: mode } : {}),
    });
  }
  readMode(state, textOf(message, 'permissionMode'), out);
  if (!state.turn) startTurn(state, out);
}

/** Said whenever the person's settings mean that Claude Code asks less than usual, also when it changes in mid-work. */
export function readMode(state: Conversation, mode: string | undefined, out: Out) {
  if (!mode || mode === state.mode) return;
  state.mode = mode;
  if (asksLess.has(mode)) {
    notice(
      out,
      'warning',
      'not-asked',
      `Claude Code is set to «${mode}»: it does not ask before all it does. That is its own setting on this computer; Stop works as always.`,
      mode,
    );
  }
}

function readRetry(message: Json, out: Out) {
  const attempt = numberOf(message, 'attempt') ?? 1;
  const of = numberOf(message, 'max_retries');
  const seconds = Math.round((numberOf(message, 'retry_delay_ms') ?? 0) / 1000);
  const tries = of ? `${attempt} of ${of}` : String(attempt);
  notice(
    out,
    'warning',
    'retry',
    `The model could not be reached; Claude Code tries again${seconds > 0 ? ` in ${seconds} seconds` : ''} (${tries}).`,
    textOf(message, 'error'),
  );
}

/** The whole set each time. */
function readBackground(state: Conversation, message: Json, out: Out) {
  state.background.clear();
  for (const value of toList(message['tasks'])) {
    const task = toObject(value);
    const id = textOf(task, 'task_id');
    if (id) state.background.set(id, textOf(task, 'description') ?? textOf(task, 'task_type') ?? '');
  }
  tellBackground(state, out);
}

function tellBackground(state: Conversation, out: Out) {
  const items = [...state.background].map(([id, name]) => ({ id, command: state.jobs.get(id)?.command ?? name }));
  out.emit({ type: 'background', items });
}

/** Comes behind the set that names it, and for a command in the foreground too, after some seconds (measured). */
function readJob(state: Conversation, message: Json, out: Out) {
  const id = textOf(message, 'task_id');
  if (!id) return;
  const stepId = textOf(message, 'tool_use_id');
  const command = textOf(toObject(state.steps.get(stepId ?? '')?.input), 'command');
  state.jobs.set(id, {
    command: command ?? textOf(message, 'description') ?? '',
    stepId,
    isSubAgent: textOf(message, 'task_type') === 'local_agent',
  });
  if (state.background.has(id)) tellBackground(state, out);
}

/** A sub-agent's step ends with its job: its first result only says that it was launched. */
function readJobEnd(state: Conversation, message: Json, out: Out) {
  const id = textOf(message, 'task_id') ?? '';
  const job = state.jobs.get(id);
  state.jobs.delete(id);
  const summary = textOf(message, 'summary');
  const status = textOf(message, 'status');
  if (job?.isSubAgent && job.stepId && state.steps.delete(job.stepId)) {
    out.emit({
      type: 'step-ended',
      stepId: job.stepId,
      state: status === 'failed' ? 'failed' : status === 'stopped' ? 'interrupted' : 'completed',
      ...(summary ? { output: summary } : {}),
    });
    return;
  }
  notice(out, 'info', 'background-ended', summary ?? 'A job in the background ended.');
}
