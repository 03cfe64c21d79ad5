import type { RequestRow, Row, StepRow, TextRow } from '@bureau/host/client';

/** One line of the transcript as it is laid out: rows of the host's client, with steps in a row told together. */
export type Line =
  | { readonly kind: 'row'; readonly key: string; readonly row: Row }
  | { readonly kind: 'steps'; readonly key: string; readonly steps: readonly StepRow[]; readonly open: boolean }
  | {
      readonly kind: 'step';
      readonly key: string;
      readonly step: StepRow;
      readonly open: boolean;
      readonly depth: number;
      /** How much a sub-agent did inside. */
      readonly inner: number;
    }
  /** A request in its place, with the step it was about. */
  | { readonly kind: 'request'; readonly key: string; readonly row: RequestRow; readonly step: StepRow | null }
  | { readonly kind: 'inner-text'; readonly key: string; readonly row: TextRow; readonly depth: number };

type Inner = ReadonlyMap<string, readonly (StepRow | TextRow)[]>;
const plain = new WeakMap<Row, Line>();

/** Lays rows out. `opened`: keys of the lines that the person opened. */
export function toLines(rows: readonly Row[], opened: ReadonlySet<string>): readonly Line[] {
  const lines: Line[] = [];
  const inner = innerOf(rows);
  const asked = askedSteps(rows);
  let group: StepRow[] = [];
  const close = () => {
    if (group.length > 0) addSteps(lines, group, inner, opened);
    group = [];
  };
  for (const row of rows) {
    if (row.kind === 'step' || row.kind === 'text') {
      if (row.parentStep !== null && inner.has(row.parentStep)) continue;
      if (row.kind === 'step') {
        // A step that was asked about is told by its request.
        if (asked.has(row.stepId)) {
          asked.set(row.stepId, row);
          continue;
        }
        group.push(row);
        continue;
      }
    }
    if (isSilent(row, group.length > 0)) continue;
    close();
    if (row.kind === 'request') {
      const step = row.stepId === null ? null : (asked.get(row.stepId) ?? null);
      lines.push({ kind: 'request', key: row.key, row, step });
      continue;
    }
    let line = plain.get(row);
    if (!line) {
      line = { kind: 'row', key: row.key, row };
      plain.set(row, line);
    }
    lines.push(line);
  }
  close();
  return lines;
}

/** The steps that requests are about; a sub-agent's own stay with it. */
function askedSteps(rows: readonly Row[]): Map<string, StepRow | null> {
  const asked = new Map<string, StepRow | null>();
  for (const row of rows) if (row.kind === 'request' && row.stepId !== null) asked.set(row.stepId, null);
  return asked;
}

/** Rows that need no line of their own. */
function isSilent(row: Row, amongSteps: boolean): boolean {
  switch (row.kind) {
    case 'turn-started':
      return row.origin === 'user';
    case 'thinking':
      return amongSteps || row.text.trim() === '';
    case 'said':
      return row.state === 'dropped' || row.state === 'returned' || row.text === '';
    case 'text':
      return row.text.trim() === '';
    case 'turn-ended':
      return row.state === 'completed' && row.summary === '' && row.origin === 'user';
    default:
      return false;
  }
}

function innerOf(rows: readonly Row[]): Inner {
  const inner = new Map<string, (StepRow | TextRow)[]>();
  let steps: Set<string> | null = null;
  for (const row of rows) {
    if ((row.kind !== 'step' && row.kind !== 'text') || row.parentStep === null) continue;
    steps ??= new Set(rows.flatMap((one) => (one.kind === 'step' ? [one.stepId] : [])));
    if (!steps.has(row.parentStep)) continue;
    const list = inner.get(row.parentStep);
    if (list) list.push(row);
    else inner.set(row.parentStep, [row]);
  }
  return inner;
}

function addSteps(lines: Line[], steps: readonly StepRow[], inner: Inner, opened: ReadonlySet<string>): void {
  const last = steps.at(-1)!;
  const running = last.state === 'running' && !last.background ? last : null;
  const over = running ? steps.slice(0, -1) : steps;
  if (over.length >= 2) {
    const key = `steps:${over[0]!.key}`;
    const open = opened.has(key);
    lines.push({ kind: 'steps', key, steps: over, open });
    if (open) for (const step of over) addStep(lines, step, 1, inner, opened);
  } else for (const step of over) addStep(lines, step, 0, inner, opened);
  if (running) addStep(lines, running, 0, inner, opened);
}

function addStep(lines: Line[], step: StepRow, depth: number, inner: Inner, opened: ReadonlySet<string>): void {
  const inside = inner.get(step.stepId) ?? [];
  const open = opened.has(step.key);
  lines.push({ kind: 'step', key: step.key, step, open, depth, inner: inside.length });
  if (!open) return;
  for (const one of inside) {
    if (one.kind === 'step') addStep(lines, one, depth + 1, inner, opened);
    else lines.push({ kind: 'inner-text', key: one.key, row: one, depth: depth + 1 });
  }
}

/** How many of each kind were done, for the line that stands for several steps. */
export function tally(
  steps: readonly { readonly kind: string; readonly state: string }[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, state } of steps) {
    const key = state === 'declined' ? 'declined' : kind;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
