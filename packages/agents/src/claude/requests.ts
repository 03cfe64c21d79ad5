import type { AgentAnswer, AgentRequest, Question, SimilarOffer } from '@bureau/contracts';
import { type Json, textOf, textsOf, toList, toObject } from '../codex/json.ts';
import { actionOf, exactOf } from './tools.ts';

/** An open `can_use_tool`, as it came. */
export interface OpenRequest {
  /** Whatever stood there: it goes back unchanged. */
  readonly id: unknown;
  readonly tool: string;
  readonly toolUseId: string | undefined;
  readonly input: Json;
  readonly suggestions: readonly unknown[];
  /** Asked by a sub-agent, which works on after the turn that started it. */
  readonly ofSubAgent: boolean;
}

/** Names an open request. An id that is no text keeps its type in its key, so that 0 and "0" stay apart. */
export const keyOf = (id: unknown): string => (typeof id === 'string' ? id : `#${JSON.stringify(id) ?? 'none'}`);

/** `can_use_tool` in the house's words. `planText` is what the tool_use block said (the request itself comes without it). */
export function requestOf(open: OpenRequest, raw: Json, cwd: string, planText: string | undefined): AgentRequest {
  const explanation = textOf(raw, 'description') ?? textOf(open.input, 'description');
  const step = open.toolUseId ? { stepId: open.toolUseId } : {};
  if (open.tool === 'AskUserQuestion') {
    return { kind: 'question', questions: questionsOf(open.input), ...(explanation ? { explanation } : {}), ...step };
  }
  const similar = offersOf(open.suggestions);
  const reason = textOf(raw, 'decision_reason');
  const plan = open.tool === 'ExitPlanMode';
  const input = plan && planText ? { ...open.input, plan: planText } : open.input;
  return {
    kind: 'permission',
    action: actionOf(open.tool, input, cwd),
    exact: exactOf(open.tool, input),
    ...(explanation ? { explanation } : {}),
    ...(reason ? { reason } : {}),
    ...step,
    ...(similar.length > 0 ? { similar } : {}),
    ...(plan ? { plan: true } : {}),
  };
}

export function questionsOf(input: Json): Question[] {
  return toList(input['questions']).map((value, index) => {
    const question = toObject(value);
    return {
      id: `q${index + 1}`,
      text: textOf(question, 'question') ?? '',
      options: toList(question['options']).map((option) => {
        const description = textOf(toObject(option), 'description');
        return { label: textOf(toObject(option), 'label') ?? '', ...(description ? { description } : {}) };
      }),
      multiple: question['multiSelect'] === true,
      secret: false,
      // Free text is taken as an answer (measured).
      free: true,
    };
  });
}

function offersOf(suggestions: readonly unknown[]): SimilarOffer[] {
  return suggestions.flatMap((value): SimilarOffer[] => {
    const suggestion = toObject(value);
    switch (textOf(suggestion, 'type')) {
      case 'addRules':
        return toList(suggestion['rules']).map((rule) => {
          const ruleContent = textOf(toObject(rule), 'ruleContent');
          return {
            kind: 'rule',
            toolName: textOf(toObject(rule), 'toolName') ?? '',
            ...(ruleContent ? { ruleContent } : {}),
          };
        });
      case 'setMode':
        return [{ kind: 'mode', mode: textOf(suggestion, 'mode') ?? '' }];
      case 'addDirectories':
        return [{ kind: 'folder', folders: textsOf(suggestion['directories']) }];
      default:
        return [];
    }
  });
}

/** Only these suggestions are understood, so only these are ever sent back; their destination is the session, whatever it was. */
const understood = new Set(['addRules', 'setMode', 'addDirectories']);
const forSession = (suggestions: readonly unknown[]) =>
  suggestions
    .filter((value) => understood.has(textOf(toObject(value), 'type') ?? ''))
    .map((value) => ({ ...toObject(value), destination: 'session' }));

/** The payload of the `control_response`. */
export function answerPayload(open: OpenRequest, answer: AgentAnswer): Json {
  switch (answer.answer) {
    case 'allow':
      return { behavior: 'allow', updatedInput: open.input };
    case 'allow-similar':
      return { behavior: 'allow', updatedInput: open.input, updatedPermissions: forSession(open.suggestions) };
    case 'deny':
      return {
        behavior: 'deny',
        message: answer.message || 'The person said no to this.',
        ...(answer.endTurn ? { interrupt: true } : {}),
      };
    case 'answers': {
      // Keyed by the question's text; several labels are joined (measured).
      const answers = Object.fromEntries(
        questionsOf(open.input).map((question) => [question.text, (answer.answers[question.id] ?? []).join(', ')]),
      );
      return { behavior: 'allow', updatedInput: { ...open.input, answers } };
    }
  }
}
