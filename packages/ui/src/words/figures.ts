import type { Language } from './words.ts';

const dayOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** «14:32» today, «Yesterday, 14:32», else a date: never «3 minutes ago», which would have to tick. */
export function when(iso: string, language: Language, now = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(date);
  const days = Math.round((dayOf(now) - dayOf(date)) / 86_400_000);
  if (days === 0) return time;
  if (days === 1) {
    const yesterday = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day');
    return `${yesterday.charAt(0).toUpperCase()}${yesterday.slice(1)}, ${time}`;
  }
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...year }).format(date);
}

/** Bytes as people say them: «1.2 MB». */
export function size(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let amount = bytes;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 && unit > 0 ? 1 : 0,
  }).format(amount);
}

/** A count: «12,400», or short «12K». */
export const count = (amount: number, language: Language): string =>
  new Intl.NumberFormat(language, { notation: amount >= 10_000 ? 'compact' : 'standard' }).format(amount);

export const money = (usd: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd < 1 ? 3 : 2,
  }).format(usd);

export const listed = (parts: readonly string[], language: Language): string =>
  new Intl.ListFormat(language, { style: 'narrow', type: 'unit' }).format(parts);

/** The last part of a path, as a folder is called. */
export function nameOf(path: string): string {
  const parts = path.split(/[\\/]/).filter(Boolean);
  return parts.at(-1) ?? path;
}

/** Where a folder is, short: `~` for the home, the middle left out where it's long. */
export function place(path: string): string {
  const home = /^(\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Z]:\\Users\\[^\\]+)(?=$|[\\/])/.exec(path)?.[1];
  const short = home ? `~${path.slice(home.length)}` : path;
  return short.length <= 48 ? short : `${short.slice(0, 16)}…${short.slice(-30)}`;
}
