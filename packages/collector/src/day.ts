import type { Desk } from '@bureau/contracts';

/** A stretch of a day in which a session was written to. */
export interface Span {
  readonly desk: string;
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  /** ISO 8601, cut to the day. */
  readonly from: string;
  readonly to: string;
  readonly state: string;
}

/** What the time line needs of each session. */
export interface Worked {
  readonly desk: Desk;
  /** Milliseconds since 1970: first and last record. */
  readonly firstAt: number;
  readonly lastAt: number;
}

const dayLength = 24 * 3600 * 1000;

/**
 * Who worked on a day (`YYYY-MM-DD`, in the zone `offsetMinutes` west of UTC as Date gives it), earliest first.
 * A session that went over midnight is cut. An unreadable date gives nothing.
 */
export function dayOf(worked: readonly Worked[], date: string, offsetMinutes: number): Span[] {
  const start = Date.parse(`${date}T00:00:00.000Z`) + offsetMinutes * 60_000;
  if (Number.isNaN(start)) return [];
  const end = start + dayLength;
  return worked
    .filter(({ firstAt, lastAt }) => firstAt > 0 && firstAt < end && lastAt >= start)
    .sort((a, b) => a.firstAt - b.firstAt)
    .map(({ desk, firstAt, lastAt }) => ({
      desk: desk.desk,
      agent: desk.agent,
      title: desk.title ?? '',
      folder: desk.folder,
      from: new Date(Math.max(start, firstAt)).toISOString(),
      to: new Date(Math.min(end, lastAt)).toISOString(),
      state: desk.state,
    }));
}
