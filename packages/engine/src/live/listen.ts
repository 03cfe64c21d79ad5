import type { Action, AgentEvent } from '@bureau/contracts';
import type { ReadingContext } from '@bureau/plain-words';
import { rememberVersion } from './agent-version.ts';
import { openCard, withdrawCard } from './ask.ts';
import { attempt } from './attempt.ts';
import { checkpointAfter } from './checkpoint.ts';
import { exactOf } from './exact.ts';
import { leave, release } from './leave.ts';
import { apply, type Deps, type Live, ownId } from './live.ts';
import { addOutput, endOutput } from './output.ts';
import { restWatch } from './rest.ts';
import { pump } from './speak.ts';

/** A frame: pieces of one message that come faster than this are told together. */
const frameMs = 16;
const ownTurnMs = 5_000;

/** Takes what the agent says, in order, and translates it: own ids, titles in plain words, outputs kept apart. */
export function listen(deps: Deps, live: Live, event: AgentEvent): void {
  if ((event.type === 'text' || event.type === 'thinking') && !event.final) {
    gather(deps, live, event);
    return;
  }
  tellPiece(deps, live);
  switch (event.type) {
    case 'session':
      apply(deps, live, { ...event, type: 'session', model: event.model ?? null });
      if (event.agentVersion !== undefined && live.binary !== null) remember(deps, live.binary, event.agentVersion);
      if (event.asksLess !== undefined)
        apply(deps, live, {
          type: 'notice',
          level: 'warning',
          code: 'not-asked',
          message: `Your own settings let the agent act without asking (${event.asksLess}), so fewer cards, or none, will appear.`,
        });
      return;
    case 'turn-started':
      live.takeIdle();
      live.done.clear();
      apply(deps, live, event);
      // A driver that couldn't be told beforehand is interrupted.
      if (event.origin === 'background' && !live.state.ownTurns) void live.session?.interrupt(ownTurnMs);
      return;
    case 'turn-ended':
      apply(deps, live, { ...event, ...summary(deps, live) });
      if (live.letGoAfterTurn) {
        live.letGoAfterTurn = false;
        void release(deps, live);
        return;
      }
      void checkpointAfter(deps, live).then(() => pump(deps, live));
      restWatch(deps, live);
      return;
    case 'text':
    case 'thinking': {
      const messageId = ownId(live, live.messages, event.messageId, 'm');
      live.messages.delete(event.messageId);
      apply(deps, live, { ...event, messageId, ...parent(live, event) });
      return;
    }
    case 'step-started': {
      const stepId = ownId(live, live.steps, event.stepId, 's');
      live.done.set(stepId, { action: event.action, done: false });
      apply(deps, live, {
        type: 'step-started',
        stepId,
        kind: event.kind,
        title: live.words?.stepNow(event.action, readingContext(deps, live)) ?? '',
        exact: exactOf(event.action),
        ...parent(live, event),
        ...(event.background === undefined ? {} : { background: event.background }),
      });
      return;
    }
    case 'step-output':
      addOutput(deps, live, ownId(live, live.steps, event.stepId, 's'), event.text);
      return;
    case 'step-ended':
      endStep(deps, live, event);
      return;
    case 'request-opened':
      void openCard(deps, live, event);
      return;
    case 'request-closed':
      withdrawCard(deps, live, event.key, event.how);
      return;
    case 'said':
      apply(deps, live, { type: 'said', messageId: event.messageId, state: 'read' });
      return;
    case 'background':
    case 'usage':
    case 'notice':
      apply(deps, live, event);
      if (event.type === 'background') restWatch(deps, live);
      return;
    case 'exited':
      if (!event.expected) void leave(deps, live, { wish: 'exited', ...(event.error ? { error: event.error } : {}) });
      return;
  }
}

function gather(deps: Deps, live: Live, event: Extract<AgentEvent, { type: 'text' | 'thinking' }>): void {
  const messageId = ownId(live, live.messages, event.messageId, 'm');
  if (live.piece && (live.piece.messageId !== messageId || live.piece.type !== event.type)) tellPiece(deps, live);
  if (live.piece) live.piece.text += event.text;
  else {
    live.piece = { type: event.type, messageId, text: event.text, ...parent(live, event) };
    live.takePiece = deps.clock.after(frameMs, () => tellPiece(deps, live));
  }
}

/** Tells the pieces that have gathered. */
export function tellPiece(deps: Deps, live: Live): void {
  if (!live.piece) return;
  const piece = live.piece;
  live.piece = null;
  live.takePiece();
  apply(deps, live, { ...piece, final: false });
}

function endStep(deps: Deps, live: Live, event: Extract<AgentEvent, { type: 'step-ended' }>): void {
  const stepId = live.steps.get(event.stepId);
  if (stepId === undefined) return;
  const done = live.done.get(stepId);
  if (done) done.done = event.state === 'completed' || event.state === 'failed';
  const output = endOutput(deps, live, stepId, event.output);
  if (done?.action.kind === 'command' && event.state !== 'declined') {
    const found = deps.options.handedOver?.(done.action.command) ?? [];
    if (live.handedOver.length < 100) live.handedOver.push(...found);
  }
  apply(deps, live, {
    type: 'step-ended',
    stepId,
    state: event.state,
    ...doneTitle(deps, live, done),
    ...(event.exitCode === undefined ? {} : { exitCode: event.exitCode }),
    ...(output === null ? {} : { output }),
    ...(event.late ? { late: true } : {}),
  });
}

function parent(live: Live, event: AgentEvent): { parentStep?: string } {
  const theirs = 'parentStep' in event ? event.parentStep : undefined;
  const own = theirs === undefined ? undefined : live.steps.get(theirs);
  return own === undefined ? {} : { parentStep: own };
}

export const readingContext = (deps: Deps, live: Live): ReadingContext => ({
  folder: live.state.folder,
  home: deps.options.home,
  language: deps.language(),
});

const remember = (deps: Deps, path: string, version: string): void =>
  attempt(deps, 'A version', () => rememberVersion(deps.journal, path, version));

/** «Ran …» only of what has run; a refused or interrupted step keeps «Running …». */
function doneTitle(deps: Deps, live: Live, done: { action: Action; done: boolean } | undefined): { title?: string } {
  const title = done?.done ? live.words?.stepTitle(done.action, readingContext(deps, live)) : undefined;
  return title ? { title } : {};
}

function summary(deps: Deps, live: Live): { summary?: string } {
  const text = live.words?.turnSummary([...live.done.values()], readingContext(deps, live));
  return text ? { summary: text } : {};
}
