import type { AgentAnswer, AgentEvent, AgentRequest, Card, Question } from '@bureau/contracts';
import { look } from '../look/look.ts';
import type { Decision, TaskInput } from '../task/input.ts';
import { permissionCard, questionCard, unreadCard } from './card.ts';
import { within } from './clock.ts';
import { grant } from './grants.ts';
import { readingContext } from './listen.ts';
import { apply, type Deps, type Live, nextId } from './live.ts';

type Opened = Extract<AgentEvent, { type: 'request-opened' }>;

/** How long the look at the folder may hold a card back. */
const lookMs = 150;

/** The agent asks: read, look, and show a card. While it's made the request may be withdrawn; it's then never shown. */
export async function openCard(deps: Deps, live: Live, event: Opened): Promise<void> {
  if (live.state.phase === 'stopping' || live.state.phase === 'ended') {
    live.session?.answer(event.key, { answer: 'deny', endTurn: true });
    return;
  }
  const making = { withdrawn: false };
  live.making.set(event.key, making);
  const requestId = nextId(live, 'r');
  const { card, exact } = await toCard(deps, live, event.request);
  live.making.delete(event.key);
  if (making.withdrawn) return;
  live.asked.set(requestId, { key: event.key, request: event.request });
  if (card.reach !== undefined) live.reaches.set(requestId, card.reach);
  const stepId = event.request.stepId === undefined ? undefined : live.steps.get(event.request.stepId);
  const shown = apply(deps, live, {
    type: 'request-opened',
    requestId,
    kind: event.request.kind,
    card,
    ...(event.request.kind === 'question' ? { questions: event.request.questions } : {}),
    ...(event.request.explanation === undefined ? {} : { explanation: event.request.explanation }),
    exact,
    raw: event.raw,
    ...(stepId === undefined ? {} : { stepId }),
  });
  if (shown.events.length === 0) {
    live.asked.delete(requestId);
    live.session?.answer(event.key, { answer: 'deny', endTurn: true });
    return;
  }
  live.takeIdle();
  if (live.request.noInput) refuseAlone(deps, live, requestId);
  else if (event.request.kind === 'question' && deps.auto())
    answerAlone(deps, live, requestId, event.request.questions);
}

async function toCard(deps: Deps, live: Live, request: AgentRequest): Promise<{ card: Card; exact: string }> {
  if (request.kind === 'question') return { card: questionCard(request.questions), exact: '' };
  const context = readingContext(deps, live);
  try {
    const words = await deps.words();
    const first = words.readAction(request.action, context);
    const seen = await within(deps.clock, look(request.action, first, context.folder), lookMs);
    const reading = seen ? words.readAction(request.action, { ...context, look: seen }) : first;
    return { card: permissionCard(reading, request, live.state.agent), exact: request.exact };
  } catch (error) {
    // A card is always shown: one that could not be read says so.
    deps.options.log?.('error', 'A request could not be read.', { error: String(error) });
    return { card: unreadCard(request.exact), exact: request.exact };
  }
}

/** The agent takes a request back, or says that it's over. */
export function withdrawCard(deps: Deps, live: Live, key: string, how: 'answered' | 'withdrawn'): void {
  const making = live.making.get(key);
  if (making) making.withdrawn = true;
  for (const [requestId, asked] of live.asked) {
    if (asked.key !== key) continue;
    live.asked.delete(requestId);
    apply(deps, live, { type: 'request-closed', requestId, how });
  }
}

/** A person answers. What was decided is journaled before the agent hears it. */
export function giveAnswer(deps: Deps, live: Live, input: Extract<TaskInput, { type: 'answer' }>): Decision {
  const decision = apply(deps, live, input);
  if (decision.refused) return decision;
  const own = live.ownQuestions.get(input.requestId);
  if (own) {
    live.ownQuestions.delete(input.requestId);
    own(input.answer === 'deny' ? null : (input.answers ?? {}));
    return decision;
  }
  const asked = live.asked.get(input.requestId);
  live.asked.delete(input.requestId);
  if (!asked) return decision;
  deps.writer.flush();
  const sent = live.session?.answer(asked.key, toAnswer(asked.request, input));
  if (sent !== 'sent') {
    apply(deps, live, {
      type: 'notice',
      level: 'warning',
      code: 'late-answer',
      message: `The agent no longer waits on «${input.requestId}», so the answer reached nobody.`,
    });
    return decision;
  }
  if (input.answer === 'allow-similar') grant(deps, live, input.requestId);
  return decision;
}

function toAnswer(request: AgentRequest, input: Extract<TaskInput, { type: 'answer' }>): AgentAnswer {
  if (input.answer === 'deny') return { answer: 'deny', ...(input.message ? { message: input.message } : {}) };
  if (request.kind === 'question') return { answer: 'answers', answers: input.answers ?? {} };
  return { answer: input.answer };
}

function refuseAlone(deps: Deps, live: Live, requestId: string): void {
  giveAnswer(deps, live, {
    type: 'answer',
    requestId,
    answer: 'deny',
    message: 'Nobody is here to answer, so this was refused.',
    by: 'no-input',
  });
}

/** Auto: light multiple-choice questions only, never a secret, never a permission; and it says so. */
function answerAlone(deps: Deps, live: Live, requestId: string, questions: readonly Question[]): void {
  if (questions.some(({ secret, options }) => secret || options.length === 0)) return;
  const answers = Object.fromEntries(questions.map(({ id, options }) => [id, [options[0]!.label]]));
  apply(deps, live, {
    type: 'notice',
    level: 'info',
    code: 'auto-answered',
    message: `Auto answered a question with its first choice: ${Object.values(answers).flat().join(', ')}.`,
  });
  giveAnswer(deps, live, { type: 'answer', requestId, answer: 'allow', answers, by: 'auto' });
}
