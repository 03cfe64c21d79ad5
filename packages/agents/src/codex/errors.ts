import type { AgentError, AgentErrorCode } from '@bureau/contracts';
import { type Json, numberOf, textOf, toObject } from './json.ts';
import type { RpcFailure } from './state.ts';

const messages: Readonly<Record<AgentErrorCode, string>> = {
  'not-installed': 'Codex is not installed here. Install it, then try again.',
  'not-logged-in':
    'Codex is not logged in, so it could not work. Run «codex login» in a terminal once, then say it again.',
  'not-reachable':
    'Codex could not reach its model. Nothing more was done. Check the network, or wait a little, and say it again.',
  'broken-config':
    'The settings of Codex are broken, so it could not work. Mend the file it names (usually ~/.codex/config.toml), then try again.',
  limit: 'Your Codex account has reached a limit. What was done stays; go on when the limit is over.',
  'too-long': 'That was more than Codex can take at once. Say it shorter, or start a new task.',
  model: 'Codex does not offer this model. Choose another one and say it again.',
  refused: 'Codex was not allowed by its maker to go on with this. Say it in another way.',
  exited: 'Codex ended unexpectedly. What was said so far is kept; say something to go on.',
  silent: 'Codex started but said nothing. Stop the task and start it again.',
  'session-unknown': 'Codex does not know this conversation any more. Start a new task with what was said.',
  protocol: 'Codex and Bureau did not understand each other. Stop the task and start it again.',
  start: 'Codex could not be started.',
  other: 'Codex could not go on. What was done stays; say it again, or say it in another way.',
};

export const toError = (code: AgentErrorCode, detail?: string): AgentError => ({
  code,
  message: messages[code],
  ...(detail ? { detail } : {}),
});

const byInfo: Readonly<Record<string, AgentErrorCode>> = {
  contextWindowExceeded: 'too-long',
  sessionBudgetExceeded: 'limit',
  usageLimitExceeded: 'limit',
  rateLimitExceeded: 'limit',
  tooManyDenials: 'refused',
  cyberPolicy: 'refused',
  bioPolicy: 'refused',
  misalignmentPolicyViolation: 'refused',
  inferenceHookDenied: 'refused',
  modelNotFound: 'model',
  unauthorized: 'not-logged-in',
  serverOverloaded: 'not-reachable',
  flexUnavailable: 'not-reachable',
  policyCapacityUnavailable: 'not-reachable',
  internalServerError: 'not-reachable',
  httpConnectionFailed: 'not-reachable',
  responseStreamConnectionFailed: 'not-reachable',
  responseStreamDisconnected: 'not-reachable',
  responseTooManyFailedAttempts: 'not-reachable',
};
const byStatus: Readonly<Record<number, AgentErrorCode>> = {
  401: 'not-logged-in',
  402: 'limit',
  403: 'not-logged-in',
  404: 'model',
  413: 'too-long',
  429: 'limit',
};
const byWords: readonly (readonly [RegExp, AgentErrorCode])[] = [
  [/Missing environment variable/i, 'broken-config'],
  // 0.156 gives no status beside its words.
  [/\b40[13] (Unauthorized|Forbidden)|unexpected status 40[13]/i, 'not-logged-in'],
  [/unexpected status 429|Too Many Requests/i, 'limit'],
  [/unexpected status 5\d\d/i, 'not-reachable'],
  [/stream disconnected|error sending request|connection (refused|reset|closed)|dns error/i, 'not-reachable'],
  [/model .*(not (found|supported|exist)|does not exist)/i, 'model'],
];

/** The error of a turn (`TurnError` of Codex); `info` is a word, or an object of one word with an HTTP status. */
export function fromTurnError(error: Json): AgentError {
  const message = textOf(error, 'message') ?? '';
  const info = error['codexErrorInfo'];
  const name = typeof info === 'string' ? info : (Object.keys(toObject(info))[0] ?? '');
  const status = numberOf(toObject(toObject(info)[name]), 'httpStatusCode');
  const code =
    (status === undefined ? undefined : byStatus[status]) ??
    (Object.hasOwn(byInfo, name) ? byInfo[name] : undefined) ??
    byWords.find(([words]) => words.test(message))?.[1] ??
    'other';
  const more = textOf(error, 'additionalDetails');
  return toError(code, more && !message.includes(more) ? `${message}\n${more}` : message);
}

/** The error of a call of ours that failed. */
export function fromFailure(failure: RpcFailure): AgentError {
  if (failure.code === 'timeout') return toError('silent', failure.message);
  if (failure.code === 'closed') return toError('exited', failure.message);
  if (/input_too_large|exceeds the maximum/i.test(failure.message)) return toError('too-long', failure.message);
  if (/config/i.test(failure.message) && /toml|invalid|load/i.test(failure.message))
    return toError('broken-config', failure.message);
  return toError('other', failure.message);
}
