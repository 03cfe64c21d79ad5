import type { Action, Desk } from '@bureau/contracts';
import { claudeFacts } from './claude/records.ts';
import { codexFacts } from './codex/records.ts';
import { parseRecord } from './json.ts';
import { lines } from './read/ends.ts';
import { wholeLines } from './read/pieces.ts';
import type { LogFile } from './types.ts';
import type { Words } from './words.ts';

export interface Stretch {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}
/** A session on a day. */
export interface Span extends Stretch {
  readonly desk: string;
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  readonly state: string;
  readonly parent?: string;
  /** When it was really at work; without breaks longer than a few minutes. */
  readonly stretches: readonly Stretch[];
  /** «Ran 2 commands, changed 3 files». */
  readonly did: string;
  /** False where its log was too long to be read for this: then only its first and last record count. */
  readonly whole: boolean;
}

/** What the time line needs of each session. */
export interface Worked {
  readonly desk: Desk;
  readonly file: LogFile;
  /** Milliseconds since 1970: first and last record. */
  readonly firstAt: number;
  readonly lastAt: number;
}

const dayLength = 24 * 3600 * 1000;
/** A break shorter than this is the model thinking or a command running. */
const breakMs = 5 * 60_000;
/** Bytes of logs read for one day: about what a hundred long sessions write. */
const budget = 192 << 20;

/** The sessions that were written to in a stretch of time, earliest first. */
export const workedBetween = (worked: readonly Worked[], start: number, end: number): Worked[] =>
  worked
    .filter(({ firstAt, lastAt }) => firstAt > 0 && firstAt < end && lastAt >= start)
    .sort((a, b) => a.firstAt - b.firstAt);

/** A day (`YYYY-MM-DD`, in the zone `offsetMinutes` west of UTC as Date gives it); null for what is no date. */
export function dayBounds(date: string, offsetMinutes: number): { start: number; end: number } | null {
  const start = Date.parse(`${date}T00:00:00.000Z`) + offsetMinutes * 60_000;
  return Number.isNaN(start) ? null : { start, end: start + dayLength };
}

/** A session as one bar, cut to a stretch of time. */
export function spanOf({ desk, firstAt, lastAt }: Worked, start: number, end: number): Span {
  const cut = stretch(Math.max(start, firstAt), Math.min(end, lastAt));
  return {
    desk: desk.desk,
    agent: desk.agent,
    title: desk.title ?? '',
    folder: desk.folder,
    state: desk.state,
    ...(desk.parent ? { parent: desk.parent } : {}),
    ...cut,
    stretches: [cut],
    did: '',
    whole: false,
  };
}

const stretch = (from: number, to: number): Stretch => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Who worked on a day and what they did, from the records themselves. Reads in pieces, and lets the process breathe between them. */
export async function dayOf(
  worked: readonly Worked[],
  date: string,
  offsetMinutes: number,
  words: Words,
): Promise<Span[]> {
  const bounds = dayBounds(date, offsetMinutes);
  if (!bounds) return [];
  const { start, end } = bounds;
  const out: Span[] = [];
  let left = budget;
  for (const one of workedBetween(worked, start, end)) {
    const bar = spanOf(one, start, end);
    left -= one.file.size;
    const work = left < 0 ? null : await workOf(one.file, start, end);
    if (!work) out.push(bar);
    // First and last record stand before and after the day, and none in it.
    else if (work.times.length > 0) {
      const stretches = gather(work.times);
      out.push({
        ...bar,
        from: stretches[0]!.from,
        to: stretches.at(-1)!.to,
        stretches,
        did: words.did(work.actions),
        whole: true,
      });
    }
  }
  return out;
}

/** Times in order to stretches of work. */
export function gather(times: readonly number[]): Stretch[] {
  const out: Stretch[] = [];
  const sorted = [...times].sort((a, b) => a - b);
  let from = sorted[0]!;
  let to = from;
  for (const at of sorted) {
    if (at - to > breakMs) {
      out.push(stretch(from, to));
      from = at;
    }
    to = at;
  }
  return [...out, stretch(from, to)];
}

async function workOf(file: LogFile, start: number, end: number) {
  const times: number[] = [];
  const actions: Action[] = [];
  let folder = '';
  try {
    for (const piece of wholeLines(file.path)) {
      for (const line of lines(piece)) {
        const record = parseRecord(line);
        if (!record) continue;
        for (const fact of file.agent === 'claude' ? claudeFacts(record) : codexFacts(record, folder)) {
          if (fact.kind === 'session' && fact.folder) folder ||= fact.folder;
          if (!('at' in fact) || fact.at < start || fact.at >= end) continue;
          times.push(fact.at);
          if (fact.kind === 'step-start') actions.push(fact.action);
        }
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch {
    // Gone or shut since it was listed: the bar is all there is.
    return null;
  }
  return { times, actions };
}
