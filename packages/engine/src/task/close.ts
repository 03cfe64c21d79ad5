import type { AgentError, StepKind, TaskEventBody } from '@bureau/contracts';
import type { OpenRequest, TaskState } from './state.ts';

/** Closes the cards of requests that nobody waits on any more. */
export function withdrawRequests(
  state: TaskState,
  which: (request: OpenRequest) => boolean = () => true,
): TaskEventBody[] {
  return Object.entries(state.requests)
    .filter(([, request]) => which(request))
    .map(([requestId]) => ({ type: 'request-closed', requestId, how: 'withdrawn' }));
}

/** Steps that ran when their work was ended. */
export function interruptSteps(state: TaskState, which: (kind: StepKind) => boolean = () => true): TaskEventBody[] {
  return state.steps
    .filter((step) => step.state === 'running' && which(step.kind))
    .map((step) => ({
      type: 'step',
      stepId: step.stepId,
      kind: step.kind,
      title: step.title,
      state: 'interrupted',
      ...(step.parentStep === undefined ? {} : { parentStep: step.parentStep }),
      ...(step.background === undefined ? {} : { background: step.background }),
    }));
}

/** What was said and not read returns to who said it. */
export function returnSaid(state: TaskState): TaskEventBody[] {
  return state.saying.map(({ messageId, text, files }) => ({
    type: 'said',
    messageId,
    text,
    state: 'returned',
    ...(files ? { files } : {}),
  }));
}

/** Everything that is still open, closed in the order a reader expects. */
export function closeOpen(state: TaskState, turn: 'interrupted' | 'failed', error?: AgentError): TaskEventBody[] {
  return [
    ...withdrawRequests(state),
    ...interruptSteps(state),
    ...returnSaid(state),
    ...(state.turn
      ? [
          {
            type: 'turn',
            state: turn,
            origin: state.turn.origin,
            ...(error ? { error } : {}),
          } satisfies TaskEventBody,
        ]
      : []),
  ];
}
