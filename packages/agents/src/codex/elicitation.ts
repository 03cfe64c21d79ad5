import type { AgentAnswer, Question, QuestionOption } from '@bureau/contracts';
import { mcpAction } from './actions.ts';
import type { Around, Asked } from './asking.ts';
import { type Json, textOf, textsOf, toList, toObject } from './json.ts';
import type { FormField } from './state.ts';

const yes = 'Yes';
const no = 'No';

/**
 * What a tool server (MCP) asks through Codex. A form with fields becomes questions; a form without any is a plain
 * consent (Codex asks so for a tool call); an address to open, and anything newer, can't be shown (`null`).
 */
export function fromElicitation(params: Json, around: Around): Asked | null {
  const mode = textOf(params, 'mode');
  if (mode !== 'form' && mode !== 'openai/form' && mode !== 'openaiForm') return null;
  const schema = toObject(params['requestedSchema']);
  const properties = Object.entries(toObject(schema['properties']));
  const required = new Set(textsOf(schema['required']));
  const message = textOf(params, 'message') ?? '';
  if (properties.length === 0) return consent(params, message, around);
  const fields: FormField[] = [];
  const questions: Question[] = [];
  for (const [name, property] of properties) {
    const made = toField(name, toObject(property), required.has(name));
    if (!made) return null;
    fields.push(made.field);
    questions.push(made.question);
  }
  return {
    request: { kind: 'question', questions, ...(message ? { explanation: message } : {}) },
    answering: { as: 'form', fields },
  };
}

function consent(params: Json, message: string, around: Around): Asked {
  const meta = toObject(params['_meta']);
  const server = textOf(params, 'serverName') ?? 'server';
  // Before 0.171 only the open call says which tool it is.
  const tool = textOf(meta, 'tool_name') ?? around.tool ?? textOf(meta, 'tool_title') ?? 'request';
  const persist = meta['persist'];
  const session = persist === 'session' || textsOf(persist).includes('session');
  const input = meta['tool_params'] ?? {};
  return {
    request: {
      kind: 'permission',
      action: mcpAction(server, tool, input, around.folder),
      exact: JSON.stringify({ server, tool, input }, null, 2),
      ...(message ? { explanation: message, reason: message } : {}),
      ...(session ? { similar: [{ kind: 'exact' }] } : {}),
    },
    answering: { as: 'consent', session },
  };
}

interface Made {
  readonly field: FormField;
  readonly question: Question;
}

function toField(name: string, property: Json, required: boolean): Made | null {
  const type = textOf(property, 'type');
  const text = [textOf(property, 'title') ?? name, textOf(property, 'description')].filter(Boolean).join(': ');
  const made = (
    fieldType: FormField['type'],
    pairs: readonly (readonly [label: string, value: string])[],
    multiple = false,
  ): Made => ({
    field: { name, type: fieldType, required, values: Object.fromEntries(pairs) },
    question: {
      id: name,
      text,
      options: pairs.map(([label]): QuestionOption => ({ label })),
      multiple,
      secret: textOf(property, 'format') === 'password',
      free: pairs.length === 0,
    },
  });
  if (type === 'boolean')
    return made('boolean', [
      [yes, 'true'],
      [no, 'false'],
    ]);
  if (type === 'number' || type === 'integer') return made(type, []);
  if (type === 'string') return made('text', choices(property));
  const items = toObject(property['items']);
  if (type === 'array' && choices(items).length) return made('list', choices(items), true);
  return null;
}

/** The allowed values of a field with the words shown for each, in any of MCP's three spellings. */
function choices(schema: Json): (readonly [string, string])[] {
  const titled = [...toList(schema['oneOf']), ...toList(schema['anyOf'])].map(toObject);
  if (titled.length)
    return titled.map((option) => [
      textOf(option, 'title') ?? textOf(option, 'const') ?? '',
      textOf(option, 'const') ?? '',
    ]);
  const names = textsOf(schema['enumNames']);
  return textsOf(schema['enum']).map((value, index) => [names[index] ?? value, value]);
}

/** The answer to a form. An answer that doesn't fit its fields declines rather than guesses. */
export function toFormAnswer(fields: readonly FormField[], answer: AgentAnswer): Json {
  const declined = { action: 'decline', content: null, _meta: null };
  if (answer.answer !== 'answers') return declined;
  const content: Record<string, unknown> = {};
  for (const field of fields) {
    const given = Object.hasOwn(answer.answers, field.name) ? (answer.answers[field.name] ?? []) : [];
    const values = given.map((word) => (Object.hasOwn(field.values, word) ? field.values[word]! : word));
    const first = values[0];
    if (first === undefined || (first === '' && field.type !== 'text')) {
      if (field.required && field.type !== 'list') return declined;
      if (field.type === 'list') content[field.name] = [];
      continue;
    }
    if (field.type === 'list') content[field.name] = values;
    else if (field.type === 'boolean') content[field.name] = first === 'true';
    else if (field.type === 'text') content[field.name] = first;
    else {
      const number = Number(first);
      if (!Number.isFinite(number) || (field.type === 'integer' && !Number.isInteger(number))) return declined;
      content[field.name] = number;
    }
  }
  return { action: 'accept', content, _meta: null };
}
