import type { AgentAnswer, AgentRequest, Question } from '@bureau/contracts';
import { commandAction, networkAction, otherAction, patchAction, patchText, permissionsAction } from './actions.ts';
import { fromElicitation, toFormAnswer } from './elicitation.ts';
import { type Json, textOf, toList, toObject } from './json.ts';
import type { OpenRequest } from './state.ts';

type Answering = OpenRequest['answering'];
export interface Asked {
  readonly request: AgentRequest;
  readonly answering: Answering;
}
export interface Around {
  readonly folder: string;
  /** Of the item that a patch request is for: the request itself doesn't carry the diff. */
  readonly changes: readonly unknown[];
  /** Of a tool server: which of its tools is being called. */
  readonly tool?: string | undefined;
}

/** A request of Codex in Bureau's words; `null` where it can't be shown, and is declined. */
export function toRequest(method: string, params: Json, around: Around): Asked | null {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return command(params, around.folder);
    case 'item/fileChange/requestApproval':
      return patch(params, around);
    case 'item/permissions/requestApproval':
      return permissions(params, around.folder);
    case 'item/tool/requestUserInput':
      return userInput(params);
    default:
      return fromElicitation(params, around);
  }
}

const reasonOf = (params: Json) => {
  const reason = textOf(params, 'reason');
  return reason ? { reason, explanation: reason } : {};
};

/** «Don't ask again» works as `acceptForSession` whether or not it's among the decisions; an amendment would stay for ever. */
const similar = [{ kind: 'exact' }] as const;
const decision = { as: 'decision', similar: true } as const;

function command(params: Json, folder: string): Asked {
  const cwd = textOf(params, 'cwd') ?? folder;
  const exact = textOf(params, 'command') ?? '';
  const network = toObject(params['networkApprovalContext']);
  const host = textOf(network, 'host');
  const kind = textOf(params, 'kind') ?? 'command';
  const action =
    host !== undefined
      ? networkAction(host, textOf(network, 'protocol'), cwd)
      : kind === 'writeStdin' || exact === ''
        ? otherAction(kind === 'command' ? 'command' : kind, { command: exact }, cwd)
        : commandAction(exact, cwd);
  return {
    request: { kind: 'permission', action, exact: host ?? exact, similar, ...reasonOf(params) },
    answering: decision,
  };
}

function patch(params: Json, around: Around): Asked {
  const root = textOf(params, 'grantRoot');
  return {
    request: {
      kind: 'permission',
      action: patchAction(around.changes, around.folder),
      exact: `${root ? `allow writing in ${root}\n` : ''}${patchText(around.changes)}`,
      similar,
      ...reasonOf(params),
    },
    answering: decision,
  };
}

function permissions(params: Json, folder: string): Asked {
  const asked = toObject(params['permissions']);
  const reason = textOf(params, 'reason');
  return {
    request: {
      kind: 'permission',
      action: permissionsAction(asked, reason, textOf(params, 'cwd') ?? folder),
      exact: JSON.stringify(asked, null, 2),
      similar,
      ...reasonOf(params),
    },
    answering: { as: 'permissions', asked },
  };
}

function userInput(params: Json): Asked {
  const questions = toList(params['questions']).map((value, index): Question => {
    const asked = toObject(value);
    const options = toList(asked['options']).map((option) => {
      const description = textOf(toObject(option), 'description');
      return { label: textOf(toObject(option), 'label') ?? '', ...(description ? { description } : {}) };
    });
    return {
      id: textOf(asked, 'id') ?? String(index),
      text: textOf(asked, 'question') ?? textOf(asked, 'header') ?? '',
      options,
      multiple: false,
      secret: asked['isSecret'] === true,
      free: asked['isOther'] === true || options.length === 0,
    };
  });
  return { request: { kind: 'question', questions }, answering: { as: 'input', questions } };
}

/** The answer as Codex wants it. */
export function toAnswer(answering: Answering, answer: AgentAnswer): Json {
  const allowed = answer.answer === 'allow' || answer.answer === 'allow-similar' || answer.answer === 'answers';
  const lasting = answer.answer === 'allow-similar';
  switch (answering.as) {
    case 'decision':
      if (!allowed) return { decision: answer.answer === 'deny' && answer.endTurn ? 'cancel' : 'decline' };
      return { decision: lasting && answering.similar ? 'acceptForSession' : 'accept' };
    case 'permissions':
      return { permissions: allowed ? granted(answering.asked) : {}, scope: allowed && lasting ? 'session' : 'turn' };
    case 'input':
      return { answers: answer.answer === 'answers' ? onlyAsked(answering.questions, answer.answers) : {} };
    case 'form':
      return toFormAnswer(answering.fields, answer);
    case 'consent':
      return {
        action: allowed ? 'accept' : 'decline',
        content: allowed ? {} : null,
        _meta: lasting && answering.session ? { persist: 'session' } : null,
      };
    case 'plan':
      return {};
  }
}

/** What was asked for and shown, and nothing else: known fields only, without those that are null. */
function granted(asked: Json): Json {
  const network = toObject(asked['network']);
  const files = toObject(asked['fileSystem']);
  const shown = Object.fromEntries(
    ['read', 'write', 'entries', 'globScanMaxDepth'].flatMap((key) =>
      files[key] === undefined || (files[key] === null && key === 'globScanMaxDepth') ? [] : [[key, files[key]]],
    ),
  );
  return {
    ...(network['enabled'] === true ? { network: { enabled: true } } : {}),
    ...(Object.keys(shown).length ? { fileSystem: { read: null, write: null, ...shown } } : {}),
  };
}

const onlyAsked = (questions: readonly Question[], answers: Readonly<Record<string, readonly string[]>>): Json =>
  Object.fromEntries(
    questions.flatMap(({ id }) => (Object.hasOwn(answers, id) ? [[id, { answers: answers[id] }]] : [])),
  );
