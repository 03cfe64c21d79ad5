import { grown, itemCompleted, itemStarted, output, piece } from './items.ts';
import { type Json, textOf, toObject } from './json.ts';
import { type Guards, guards as standardGuards } from './late.ts';
import { errorCame, rateLimits, rerouted, toolServer, unknown, usage, warning } from './notices.ts';
import { answered, requestCame, resolved } from './requests.ts';
import { say, startTurn } from './say.ts';
import {
  afterClean,
  afterUnsubscribe,
  cleaned,
  closeCommands,
  interrupt,
  interruptedForSettle,
  justClean,
  settle,
} from './settle.ts';
import { accountRead, initialized, modelsListed, start, startFailed, threadReady, unarchived } from './start.ts';
import { type Input, type Next, type Purpose, type RpcFailure, type State, tell } from './state.ts';
import {
  closeTurn,
  everythingOver,
  sayAnswered,
  sayFailed,
  terminalsListed,
  turnCompleted,
  turnStarted,
} from './turns.ts';

/**
 * The whole protocol, without effects: what has come, and the state it came to, give the next state and what is to be
 * done, in order. `guards` is only ever left at its default outside of tests.
 */
export function evolve(state: State, input: Input, guards: Guards = standardGuards): Next {
  switch (input.on) {
    case 'notification':
      return notified(state, input.method, input.params, guards);
    case 'grown':
      return [grown(state, input.text), []];
    case 'request':
      return requestCame(state, input.id, input.method, input.params, guards);
    case 'result':
      return succeeded(state, input.purpose, input.result, guards);
    case 'failure':
      return failed(state, input.purpose, input.failure, guards);
    case 'answer':
      return answered(state, input.key, input.answer, guards);
    case 'say':
      return say(state, input.message, guards);
    case 'interrupt':
      return interrupt(state, input.limitMs);
    case 'clean':
      return justClean(state, input.limitMs);
    case 'settle':
      return settle(state);
    case 'model':
      return [{ ...state, nextModel: input.model }, []];
    case 'start':
      return start(state, input.wish);
    case 'gone':
      return everythingOver(state, 'gone', input.error);
  }
}

function notified(state: State, method: string, params: Json, guards: Guards): Next {
  // The hot ones first.
  switch (method) {
    case 'item/agentMessage/delta':
    case 'item/plan/delta':
      return piece(state, params, 'text', guards);
    case 'item/commandExecution/outputDelta':
      return output(state, params);
    case 'item/reasoning/summaryTextDelta':
    case 'item/reasoning/textDelta':
      return piece(state, params, 'thinking', guards);
    case 'item/started':
      return itemStarted(state, { ...params, item: toObject(params['item']) }, guards);
    case 'item/completed':
      return itemCompleted(state, { ...params, item: toObject(params['item']) }, guards);
    case 'thread/tokenUsage/updated':
      return isOwn(state, params) ? usage(state, params) : [state, []];
    case 'turn/started':
      return isOwn(state, params) ? turnStarted(state, toObject(params['turn']), false, guards) : [state, []];
    case 'turn/completed': {
      const turn = toObject(params['turn']);
      return isOwn(state, params)
        ? turnCompleted(state, turn, guards)
        : closeTurn(state, textOf(turn, 'id') ?? '', textOf(params, 'threadId') ?? '');
    }
    case 'serverRequest/resolved':
      return resolved(state, params);
    case 'thread/closed':
    case 'thread/archived':
    case 'thread/deleted':
      return isOwn(state, params) && state.life !== 'gone' ? threadClosed(state) : [state, []];
    case 'error':
      return errorCame(state, params);
    case 'account/rateLimits/updated':
      return rateLimits(state, params);
    case 'model/rerouted':
      return rerouted(state, params);
    case 'mcpServer/startupStatus/updated':
      return toolServer(state, params);
    case 'warning':
    case 'guardianWarning':
    case 'configWarning':
    case 'deprecationNotice':
    case 'windows/worldWritableWarning':
      return warning(state, method, params);
    default:
      return known.has(method) ? [state, []] : unknown(state, method, params);
  }
}

/** Messages that Bureau knows and has no use for (0.156 to 0.171). */
const known = new Set(
  `account/gatewayOAuth/changed account/login/completed account/updated app/list/updated autoApprovalReview/strictReviewRequired
  command/exec/outputDelta externalAgentConfig/import/completed externalAgentConfig/import/progress fs/changed
  fuzzyFileSearch/sessionCompleted fuzzyFileSearch/sessionUpdated hook/completed hook/started
  item/autoApprovalReview/completed item/autoApprovalReview/started item/commandExecution/terminalInteraction
  item/fileChange/outputDelta item/fileChange/patchUpdated item/mcpToolCall/progress item/reasoning/summaryPartAdded
  mcpServer/event/stream/notification mcpServer/oauthLogin/completed model/safetyBuffering/updated model/verification
  modelProvider/authRecoveryCompleted modelProvider/authRecoveryStarted process/exited process/outputDelta project/changed
  rawResponse/completed rawResponseItem/completed remoteControl/status/changed skills/changed thread/attachment/updated
  thread/compacted thread/environment/connected thread/environment/disconnected thread/goal/cleared thread/goal/updated
  thread/name/updated thread/prediction/updated thread/project/updated thread/queue/changed thread/readState/changed
  thread/reverted thread/search/partial thread/section/changed thread/settings/updated thread/started
  thread/status/changed thread/unarchived turn/diff/updated turn/moderationMetadata turn/plan/updated
  windowsSandbox/setupCompleted`.split(/\s+/),
);

const isOwn = (state: State, params: Json) => params['threadId'] === state.threadId;

/** Codex unloaded the thread (by itself after a delay, too): an end like any other, it wakes nobody. */
const threadClosed = (state: State): Next => everythingOver(state, 'closed', null);

function succeeded(state: State, purpose: Purpose, result: Json, guards: Guards): Next {
  switch (purpose.for) {
    case 'initialize':
      return initialized(state, result);
    case 'account':
      return accountRead(state, result);
    case 'models':
      return modelsListed(state, result);
    case 'thread':
      return threadReady(state, result);
    case 'unarchive':
      return unarchived(state);
    case 'turn':
      return sayAnswered(state, purpose.message.id, toObject(result['turn']), true, guards);
    case 'steer':
      return sayAnswered(state, purpose.message.id, null, false, guards);
    case 'interrupt':
      return [state, []];
    case 'quiet-interrupt':
      return [state, []];
    case 'settle-interrupt':
      return interruptedForSettle(state);
    case 'just-clean': {
      const [next, effects] = cleaned(state);
      return [next, [...effects, tell({ of: 'clean', cleaned: true })]];
    }
    case 'clean-agent':
      return closeCommands(state, purpose.threadId);
    case 'clean':
      return afterClean(state, null);
    case 'unsubscribe':
      return afterUnsubscribe(state, null);
    case 'terminals':
      return terminalsListed(state, purpose.threadId, result, guards);
  }
}

function failed(state: State, purpose: Purpose, failure: RpcFailure, guards: Guards): Next {
  switch (purpose.for) {
    case 'initialize':
    case 'thread':
    case 'unarchive':
      return startFailed(state, purpose.for, failure);
    case 'account':
      return accountRead(state, null);
    case 'models':
    case 'interrupt':
      return [state, []];
    case 'turn':
      return sayFailed(state, purpose.message.id, failure, true);
    case 'steer':
      // The turn ended while the words were on their way: they start the next one.
      return failure.code === -32600 && guards.mayWake(state)
        ? startTurn(state, purpose.message)
        : sayFailed(state, purpose.message.id, failure, false);
    case 'quiet-interrupt':
      return [state, []];
    case 'settle-interrupt':
      return interruptedForSettle(state);
    case 'just-clean':
      return [state, [tell({ of: 'clean', cleaned: false })]];
    case 'clean-agent':
      return [state, []];
    case 'clean':
      return afterClean(state, failure);
    case 'unsubscribe':
      return afterUnsubscribe(state, failure);
    case 'terminals':
      return terminalsListed(state, purpose.threadId, null, guards);
  }
}
