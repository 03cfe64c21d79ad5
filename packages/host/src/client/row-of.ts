import type { TaskEvent, TurnLine } from '@bureau/contracts';
import type { NoticeRow, RequestClosed, RequestRow, Row, SaidRow, StepRow, TextRow } from './rows.ts';

type Of<Type extends TaskEvent['type']> = Extract<TaskEvent, { type: Type }>;

/** Characters of a step's printed words that a row keeps. */
const tailLength = 4_000;

/** The row of words said, with its earlier form where there is one. */
export function saidRow(event: Of<'said'>, before: SaidRow | null): SaidRow {
  return {
    key: `said:${event.messageId}`,
    kind: 'said',
    seq: before?.seq ?? event.seq,
    at: before?.at ?? event.at,
    messageId: event.messageId,
    text: event.text || (before?.text ?? ''),
    state: event.state,
    files: event.files ?? before?.files ?? [],
    preview: false,
  };
}

export function promptRow(event: Of<'task'>): SaidRow {
  const { seq, at, prompt: text } = event;
  return { key: 'prompt', kind: 'said', seq, at, messageId: null, text, state: 'read', files: [], preview: false };
}

/** The beginning of the words that a running turn began with, from the snapshot. */
export function previewRow(line: TurnLine): SaidRow {
  return {
    key: `preview:${line.from}`,
    kind: 'said',
    seq: line.from,
    at: '',
    messageId: null,
    text: line.prompt,
    state: 'read',
    files: [],
    preview: true,
  };
}

/** A piece is added to what is there; the whole message takes its place. */
export function textRow(event: Of<'text'> | Of<'thinking'>, before: TextRow | null): TextRow {
  return {
    key: `${event.type}:${event.messageId}`,
    kind: event.type,
    seq: before?.seq ?? event.seq,
    at: before?.at ?? event.at,
    messageId: event.messageId,
    text: event.final || !before ? event.text : before.text + event.text,
    final: event.final,
    parentStep: ('parentStep' in event ? event.parentStep : undefined) ?? before?.parentStep ?? null,
  };
}

export function stepRow(event: Of<'step'>, before: StepRow | null): StepRow {
  return {
    key: `step:${event.stepId}`,
    kind: 'step',
    seq: before?.seq ?? event.seq,
    at: before?.at ?? event.at,
    stepId: event.stepId,
    step: event.kind,
    title: event.title,
    // A step that a stop interrupted keeps that, whatever comes late.
    state: event.late && before && before.state !== 'running' ? before.state : event.state,
    exitCode: event.exitCode ?? before?.exitCode ?? null,
    exact: event.exact ?? before?.exact ?? null,
    parentStep: event.parentStep ?? before?.parentStep ?? null,
    background: event.background ?? before?.background ?? false,
    output: event.output ?? before?.output ?? null,
    tail: before?.tail ?? '',
  };
}

export function withOutput(row: StepRow, text: string): StepRow {
  return { ...row, tail: (row.tail + text).slice(-tailLength) };
}

export function requestRow(event: Of<'request'>): RequestRow {
  return {
    key: `request:${event.requestId}`,
    kind: 'request',
    seq: event.seq,
    at: event.at,
    requestId: event.requestId,
    request: event.kind,
    card: event.card,
    questions: event.questions ?? [],
    explanation: event.explanation ?? null,
    exact: event.exact,
    raw: event.raw,
    stepId: event.stepId ?? null,
    own: event.own === true,
    closed: null,
  };
}

export function closedOf(event: Of<'request-closed'>): RequestClosed {
  return {
    how: event.how,
    answer: event.answer ?? null,
    by: event.by ?? null,
    at: event.at,
    message: event.message ?? null,
    answers: event.answers ?? null,
  };
}

export function noticeRow(event: Of<'notice'>): NoticeRow {
  const { seq, at, level, code, message } = event;
  return { key: `notice:${seq}`, kind: 'notice', seq, at, level, code, message, detail: event.detail ?? null };
}

/** Rows that one event alone makes; null for every other type. */
export function plainRow(event: TaskEvent): Row | null {
  const { seq, at } = event;
  switch (event.type) {
    case 'task':
      return promptRow(event);
    case 'notice':
      return noticeRow(event);
    case 'turn':
      return event.state === 'started'
        ? { key: `turn:${seq}`, kind: 'turn-started', seq, at, origin: event.origin, why: event.why ?? '' }
        : {
            key: `turn:${seq}`,
            kind: 'turn-ended',
            seq,
            at,
            origin: event.origin,
            state: event.state,
            error: event.error ?? null,
            summary: event.summary ?? '',
          };
    case 'stopped':
    case 'released':
      return {
        key: `receipt:${seq}`,
        kind: 'receipt',
        seq,
        at,
        receipt: event.receipt,
        released: event.type === 'released',
      };
    case 'ended':
      return { key: `ended:${seq}`, kind: 'ended', seq, at, how: event.how, message: event.message ?? '' };
    case 'resumed':
      return { key: `resumed:${seq}`, kind: 'resumed', seq, at };
    default:
      return null;
  }
}
