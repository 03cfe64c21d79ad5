import type { Decision, TaskInput } from './input.ts';
import type { OpenRequest, TaskState } from './state.ts';

type Answer = Extract<TaskInput, { type: 'answer' }>;

/**
 * A person's answer to a request. It counts only for a request that is open now, and only when it was offered;
 * anything else is told so, changes nothing and reaches no agent.
 */
export function answer(state: TaskState, input: Answer): Decision {
  const request = state.requests[input.requestId];
  if (!request)
    return late(
      `The request «${input.requestId}» is not open (any more): it was answered already, or withdrawn. Nothing was sent.`,
    );
  const wrong = whyWrong(request, input);
  if (wrong !== null) return late(`«${input.requestId}»: ${wrong} The request is still open.`);
  const shown = shownAnswers(request, input);
  return {
    events: [
      {
        type: 'request-closed',
        requestId: input.requestId,
        how: 'answered',
        answer: input.answer,
        ...(input.by === undefined ? {} : { by: input.by }),
        ...(input.message ? { message: input.message } : {}),
        ...(shown ? { answers: shown } : {}),
      },
    ],
  };
}

const late = (message: string): Decision => ({
  events: [{ type: 'notice', level: 'warning', code: 'late-answer', message }],
  refused: { code: 'late-answer', message },
});

function whyWrong(request: OpenRequest, input: Answer): string | null {
  if (!request.answers.includes(input.answer)) return `the answer «${input.answer}» was not offered.`;
  if (request.kind !== 'question' || input.answer === 'deny') return null;
  const given = Object.entries(input.answers ?? {});
  if (given.length === 0) return 'a question wants `answers`.';
  for (const [id, chosen] of given) {
    const question = request.questions.find((one) => one.id === id);
    if (!question) return `there is no question «${id}».`;
    if (!question.multiple && chosen.length > 1) return `the question «${id}» takes one answer.`;
  }
  return null;
}

/** What the transcript keeps of the answers: never a secret. */
function shownAnswers(request: OpenRequest, input: Answer) {
  if (request.kind !== 'question' || !input.answers) return undefined;
  const secret = new Set(request.questions.filter(({ secret }) => secret).map(({ id }) => id));
  const shown = Object.entries(input.answers).filter(([id]) => !secret.has(id));
  return shown.length ? Object.fromEntries(shown) : undefined;
}
