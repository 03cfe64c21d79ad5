import type {
  BackgroundItem,
  ModelChoice,
  Receipt,
  TaskEvent,
  TaskSnapshot,
  TaskSummary,
  TurnLine,
} from '@bureau/contracts';
import type { PastTurnRow, RequestRow, Row } from './rows.ts';
import { foldSummary } from './summary.ts';
import { openTranscript, type Transcript } from './transcript.ts';

export interface Waiting {
  readonly messageId: string;
  readonly text: string;
}

/** All that a window shows of one task. A new object after every change; `rows` is one array that grows in place. */
export interface TaskView {
  readonly task: string;
  /** `loading` until the host's first word on it; `unknown`: there is no such task (any more). */
  readonly status: 'loading' | 'ready' | 'unknown';
  readonly summary: TaskSummary | null;
  /** The number of the last event folded in. */
  readonly seq: number;
  readonly rows: readonly Row[];
  /** What waits for an answer, oldest first. */
  readonly requests: readonly RequestRow[];
  /** What was said and not sent yet. */
  readonly queued: readonly Waiting[];
  /** Words that a stop gave back; they belong into the composer. */
  readonly returned: readonly Waiting[];
  readonly background: readonly BackgroundItem[];
  readonly usage: TaskSnapshot['usage'];
  readonly models: readonly ModelChoice[];
  readonly receipt: Receipt | null;
  /** Turns before the first row; `TaskStore.loadEarlier` brings them. */
  readonly earlierTurns: number;
}

/** Events in, view out; the same events always give the same view. */
export interface TaskFold {
  view(): TaskView;
  reset(snapshot: TaskSnapshot): void;
  /** `gap`: events are missing before these; nothing was changed. Events that are already in are passed over. */
  add(events: readonly TaskEvent[]): 'ok' | 'gap';
  unknown(): void;
  /** The past turn that starts at `from`, and the first event that belongs to it (its words stand before it). */
  past(from: number): { readonly row: PastTurnRow; readonly first: number } | null;
  exchange(row: Row): void;
  /** Puts the events of a past turn in the place of its row. */
  fill(from: number, events: readonly TaskEvent[]): void;
  /** The lowest number that the rows cover, past turns included. */
  first(): number;
  prepend(events: readonly TaskEvent[], earlierTurns: number): void;
}

/** Opens an empty view of a task. */
export function openFold(task: string): TaskFold {
  let transcript: Transcript = openTranscript();
  let first = 1;
  let view: TaskView = {
    task,
    status: 'loading',
    summary: null,
    seq: 0,
    rows: transcript.rows,
    requests: [],
    queued: [],
    returned: [],
    background: [],
    usage: null,
    models: [],
    receipt: null,
    earlierTurns: 0,
  };

  const apply = (event: TaskEvent): void => {
    transcript.add(event);
    view = foldBeside(view, event, transcript);
  };
  const touch = (): void => {
    view = { ...view, rows: transcript.rows };
  };

  return {
    view: () => view,
    reset(snapshot) {
      const before = { rows: transcript.rows, first, seq: view.seq };
      transcript = openTranscript();
      const running = snapshot.turns.at(-1)?.state === 'started' ? snapshot.turns.at(-1) : undefined;
      const past = running ? snapshot.turns.slice(0, -1) : snapshot.turns;
      first = past[0]?.from ?? running?.from ?? snapshot.live[0]?.seq ?? 1;
      transcript.addPast(past);
      keepWhole(transcript, past, before);
      const whole = snapshot.live.some(({ type, seq }) => running && seq < running.from && type !== 'request');
      if (running && !whole && running.prompt !== '' && running.origin === 'user') transcript.addPreview(running);
      const { returned } = view;
      view = {
        task,
        status: 'ready',
        summary: snapshot.summary,
        seq: snapshot.summary.seq,
        rows: transcript.rows,
        requests: [],
        queued: snapshot.queued,
        returned,
        background: snapshot.background,
        usage: snapshot.usage,
        models: snapshot.models,
        receipt: snapshot.receipt,
        earlierTurns: snapshot.earlierTurns ?? 0,
      };
      const { summary, queued, background, usage, models, receipt } = view;
      for (const event of snapshot.live) apply(event);
      // What the snapshot says of the whole is newer than what its events say one by one.
      view = { ...view, summary, queued, background, usage, models, receipt, seq: snapshot.summary.seq };
    },
    add(events) {
      const fresh = events.filter(({ seq }) => seq > view.seq);
      if (fresh.length === 0) return 'ok';
      if (fresh[0]!.seq !== view.seq + 1) return 'gap';
      for (const event of fresh) apply(event);
      return 'ok';
    },
    unknown() {
      view = { ...view, status: 'unknown' };
    },
    past(from) {
      const row = transcript.row(`past:${from}`);
      if (row?.kind !== 'past-turn') return null;
      const before = transcript.rows.findLast((other) => other.kind === 'past-turn' && other.seq < from);
      return { row, first: before?.kind === 'past-turn' ? before.line.to + 1 : Math.max(1, from - wordsBefore) };
    },
    exchange(row) {
      transcript.exchange(row);
      touch();
    },
    fill(from, events) {
      transcript.replace(`past:${from}`, rowsOf(events));
      touch();
    },
    first: () => first,
    prepend(events, earlierTurns) {
      first = Math.min(first, events[0]?.seq ?? 1);
      transcript.prepend(rowsOf(events));
      view = { ...view, rows: transcript.rows, earlierTurns };
    },
  };
}

/** Turns that were whole on the screen before a resync stay whole. */
function keepWhole(
  transcript: Transcript,
  past: readonly TurnLine[],
  before: { readonly rows: readonly Row[]; readonly first: number; readonly seq: number },
): void {
  if (before.rows.length === 0) return;
  const named = new Set(before.rows.flatMap((row) => (row.kind === 'past-turn' ? [row.line.from] : [])));
  let start = 0;
  for (const line of past) {
    const from = start + 1;
    start = line.to;
    if (line.from < before.first || line.to > before.seq || named.has(line.from)) continue;
    const rows = before.rows.filter(({ seq }) => seq >= from && seq <= line.to);
    if (rows.length > 0) transcript.replace(`past:${line.from}`, rows);
  }
}

/** Events before a turn's start that may belong to it: its words, notices. */
const wordsBefore = 20;

function rowsOf(events: readonly TaskEvent[]): readonly Row[] {
  const transcript = openTranscript();
  for (const event of events) transcript.add(event);
  return transcript.rows;
}

/** What an event changes beside the rows. */
function foldBeside(view: TaskView, event: TaskEvent, transcript: Transcript): TaskView {
  const next = {
    ...view,
    rows: transcript.rows,
    seq: Math.max(view.seq, event.seq),
    status: 'ready' as const,
    summary: foldSummary(view.summary, event),
  };
  switch (event.type) {
    case 'request': {
      const row = transcript.row(`request:${event.requestId}`) as RequestRow;
      return { ...next, requests: [...view.requests.filter(({ requestId }) => requestId !== row.requestId), row] };
    }
    case 'request-closed':
      return { ...next, requests: view.requests.filter(({ requestId }) => requestId !== event.requestId) };
    case 'ended':
      return { ...next, requests: [], background: [] };
    case 'said':
      return { ...next, ...foldSaid(view, event) };
    case 'background':
      return { ...next, background: event.items };
    case 'usage': {
      const { inputTokens, outputTokens, costUsd, contextUsed } = event;
      return {
        ...next,
        usage: {
          inputTokens,
          outputTokens,
          ...(costUsd === undefined ? {} : { costUsd }),
          ...(contextUsed === undefined ? {} : { contextUsed }),
        },
      };
    }
    case 'session':
      return { ...next, models: event.models ?? view.models };
    case 'stopped':
      return { ...next, receipt: event.receipt, background: [] };
    default:
      return next;
  }
}

function foldSaid(
  view: TaskView,
  event: Extract<TaskEvent, { type: 'said' }>,
): { readonly queued: readonly Waiting[]; readonly returned: readonly Waiting[] } {
  const { messageId, text } = event;
  const place = view.queued.findIndex((one) => one.messageId === messageId);
  if (event.state === 'queued') {
    const queued = place < 0 ? [...view.queued, { messageId, text }] : view.queued.with(place, { messageId, text });
    return { queued, returned: view.returned };
  }
  const back = event.state === 'returned' && !view.returned.some((one) => one.messageId === messageId);
  return {
    queued: place < 0 ? view.queued : view.queued.filter((one) => one.messageId !== messageId),
    returned: back ? [...view.returned, { messageId, text }] : view.returned,
  };
}
