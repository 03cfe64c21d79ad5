import type { AgentError, AgentErrorCode } from '@bureau/contracts';
import { type Json, numberOf, textOf, textsOf } from '../codex/json.ts';

const messages: Readonly<Record<AgentErrorCode, string>> = {
  'not-installed': 'Claude Code is not installed here. Install it, then try again.',
  'not-logged-in':
    'Claude Code is not logged in, so it could not work. Start «claude» in a terminal once and log in, then say it again.',
  'not-reachable':
    'Claude Code could not reach its model. Nothing more was done. Check the network, or wait a little, and say it again.',
  'broken-config':
    'The settings of Claude Code are broken, so it could not start. Mend the file it names, then try again.',
  limit: 'Your Claude account has reached a limit. What was done stays; go on when the limit is over.',
  'too-long': 'That was more than Claude Code can take at once. Say it shorter, or start a new task.',
  model: 'Claude Code does not offer this model. Choose another one and say it again.',
  refused: 'The model refused to go on with this. Say it in another way.',
  exited: 'Claude Code ended unexpectedly. What was said so far is kept; say something to go on.',
  silent: 'Claude Code started but said nothing for 30 seconds. It was ended; start the task again.',
  'session-unknown': 'Claude Code does not know this conversation any more. Start a new task with what was said.',
  protocol: 'Claude Code and Bureau did not understand each other. Stop the task and start it again.',
  start: 'Claude Code could not be started.',
  other: 'Claude Code could not go on. What was done stays; say it again, or say it in another way.',
};

export const toError = (code: AgentErrorCode, detail?: string): AgentError => ({
  code,
  message: messages[code],
  ...(detail ? { detail } : {}),
});

const byWords: readonly (readonly [RegExp, AgentErrorCode])[] = [
  [/not logged in|please run \/login|invalid api key|authentication/i, 'not-logged-in'],
  [/no conversation found|session id .* (is already in use|not found)/i, 'session-unknown'],
  [/configuration error|invalid settings|error parsing .*\.json/i, 'broken-config'],
  [/prompt is too long/i, 'too-long'],
  [/usage limit|rate limit|credit balance|quota/i, 'limit'],
  [/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|connection (refused|error)|overloaded|unable to connect/i, 'not-reachable'],
  [/model.*(not found|not exist|may not)/i, 'model'],
];
const byStatus: Readonly<Record<number, AgentErrorCode>> = {
  401: 'not-logged-in',
  403: 'not-logged-in',
  404: 'model',
  413: 'too-long',
  429: 'limit',
};

/** What stands on stderr, or in `errors`, when the process ends before it could say more. */
export function errorOfWords(words: string, otherwise: AgentErrorCode): AgentError {
  const found = byWords.find(([pattern]) => pattern.test(words));
  return toError(found ? found[1] : otherwise, words.trim().slice(0, 2000));
}

/** The error of a `result` message: `is_error` counts, whatever its subtype says (facts: a failed login is a «success»). */
export function errorOfResult(result: Json): AgentError {
  const words = [textOf(result, 'result') ?? '', ...textsOf(result['errors'])].filter(Boolean).join('\n');
  const reason = textOf(result, 'terminal_reason');
  if (reason === 'prompt_too_long' || reason === 'blocking_limit') return toError('too-long', words);
  if (textOf(result, 'subtype') === 'error_max_budget_usd' || textOf(result, 'subtype') === 'error_max_turns')
    return toError('limit', words);
  const status = numberOf(result, 'api_error_status');
  if (status !== undefined) {
    const code = byStatus[status] ?? (status >= 500 ? 'not-reachable' : undefined);
    if (code) return toError(code, words);
  }
  return errorOfWords(words, 'other');
}
