import type { TaskCommand } from '@bureau/contracts';

type Read = { readonly ok: true; readonly command: TaskCommand } | { readonly ok: false; readonly why: string };

/** Reads one line of stdin as a command (CONTRACTS.md). By hand: the schemas would cost every start some 20 ms. */
export function readCommand(line: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return wrong('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('it is not an object');
  const fields = value as Record<string, unknown>;
  switch (fields['type']) {
    case 'stop':
    case 'finish':
      return { ok: true, command: { type: fields['type'] } };
    case 'say': {
      const { text, when } = fields;
      if (typeof text !== 'string') return wrong('`say` wants a `text`');
      if (when !== undefined && when !== 'now' && when !== 'after') return wrong('`when` is «now» or «after»');
      return { ok: true, command: { type: 'say', text, ...(when === undefined ? {} : { when }) } };
    }
    case 'answer':
      return readAnswer(fields);
    case undefined:
      return wrong('it has no `type`');
    default:
      return wrong(`there is no command «${String(fields['type']).slice(0, 40)}»`);
  }
}

function readAnswer({ requestId, answer, message, answers }: Record<string, unknown>): Read {
  if (typeof requestId !== 'string') return wrong('`answer` wants a `requestId`');
  if (answer !== 'allow' && answer !== 'allow-similar' && answer !== 'deny')
    return wrong('`answer` is «allow», «allow-similar» or «deny»');
  if (message !== undefined && typeof message !== 'string') return wrong('`message` is a text');
  if (answers !== undefined && !isAnswers(answers)) return wrong('`answers` has a list of texts for each question');
  return {
    ok: true,
    command: {
      type: 'answer',
      requestId,
      answer,
      ...(message === undefined ? {} : { message }),
      ...(answers === undefined ? {} : { answers }),
    },
  };
}

const isAnswers = (value: unknown): value is Record<string, string[]> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'));

const wrong = (why: string): Read => ({ ok: false, why });
