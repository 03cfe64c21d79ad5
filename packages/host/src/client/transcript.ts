import type { TaskEvent, TurnLine } from '@bureau/contracts';
import { closedOf, plainRow, previewRow, requestRow, saidRow, stepRow, textRow, withOutput } from './row-of.ts';
import type { PastTurnRow, RequestRow, Row, SaidRow, StepRow, TextRow } from './rows.ts';

/**
 * The rows of a task's transcript. The array grows in place and rows are exchanged, never changed, so that 50,000 of
 * them cost nothing when one more comes. Depends on the events alone.
 */
export interface Transcript {
  readonly rows: readonly Row[];
  /** Folds one event in; true when a row was added or exchanged. */
  add(event: TaskEvent): boolean;
  /** Rows of turns that are only named, oldest first, before everything else. */
  addPast(lines: readonly TurnLine[]): void;
  /** The beginning of a running turn's words, where the words themselves are not at hand. */
  addPreview(line: TurnLine): void;
  row(key: string): Row | null;
  exchange(row: Row): void;
  /** Puts rows in the place of one. */
  replace(key: string, rows: readonly Row[]): void;
  prepend(rows: readonly Row[]): void;
}

export function openTranscript(): Transcript {
  let rows: Row[] = [];
  const places = new Map<string, number>();
  /** Steps that a past turn names, by the key of that turn's row. */
  const named = new Map<string, string>();

  const find = <Kind extends Row>(key: string): Kind | null => {
    const place = places.get(key);
    return place === undefined ? null : (rows[place] as Kind);
  };
  const put = (row: Row): true => {
    const place = places.get(row.key);
    if (place === undefined) {
      places.set(row.key, rows.length);
      rows.push(row);
    } else rows[place] = row;
    return true;
  };
  const renew = (next: Row[]): void => {
    rows = next;
    places.clear();
    for (let place = 0; place < rows.length; place++) places.set(rows[place]!.key, place);
  };
  const inPast = (event: Extract<TaskEvent, { type: 'step' }>): boolean => {
    const past = find<PastTurnRow>(named.get(event.stepId) ?? '');
    if (past?.kind !== 'past-turn') return false;
    const steps = past.line.steps.map((step) =>
      step.stepId === event.stepId ? { ...step, state: event.state, title: event.title } : step,
    );
    return put({ ...past, line: { ...past.line, steps } });
  };

  return {
    get rows() {
      return rows;
    },
    add(event) {
      switch (event.type) {
        case 'said': {
          const before = find<SaidRow>(`said:${event.messageId}`);
          // What still waits stands in the queue, not in the transcript; what came back never was said.
          if (!before && (event.state === 'queued' || event.state === 'returned' || event.state === 'dropped'))
            return false;
          return put(saidRow(event, before));
        }
        case 'text':
        case 'thinking': {
          const before = find<TextRow>(`${event.type}:${event.messageId}`);
          return before || event.text !== '' ? put(textRow(event, before)) : false;
        }
        case 'step': {
          const before = find<StepRow>(`step:${event.stepId}`);
          if (!before && inPast(event)) return true;
          return put(stepRow(event, before));
        }
        case 'output': {
          const before = find<StepRow>(`step:${event.stepId}`);
          return before ? put(withOutput(before, event.text)) : false;
        }
        case 'request':
          return put(requestRow(event));
        case 'request-closed': {
          const before = find<RequestRow>(`request:${event.requestId}`);
          return before ? put({ ...before, closed: closedOf(event) }) : false;
        }
        default: {
          const row = plainRow(event);
          return row ? put(row) : false;
        }
      }
    },
    addPast(lines) {
      for (const line of lines) {
        const key = `past:${line.from}`;
        put({ key, kind: 'past-turn', seq: line.from, at: '', line, loading: false, problem: null });
        for (const { stepId } of line.steps) named.set(stepId, key);
      }
    },
    addPreview: (line) => void put(previewRow(line)),
    row: (key) => find(key),
    exchange: (row) => void put(row),
    replace(key, others) {
      const place = places.get(key);
      if (place === undefined) return;
      const known = others.filter((row) => row.key === key || !places.has(row.key));
      renew([...rows.slice(0, place), ...known, ...rows.slice(place + 1)]);
    },
    prepend(others) {
      renew([...others.filter((row) => !places.has(row.key)), ...rows]);
    },
  };
}
