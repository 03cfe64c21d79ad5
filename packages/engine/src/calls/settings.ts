import type { Settings } from '@bureau/contracts';
import { type Language, languages } from '@bureau/plain-words';
import type { Journal } from '../journal/journal.ts';

/** The person's choices, with what holds until they choose. */
export interface SettingsStore {
  get(): Settings;
  set(changes: Partial<Settings>): Settings;
  /** The language that cards are written in. */
  language(): Language;
}

const first: Settings = {
  language: 'system',
  theme: 'system',
  textSize: 100,
  sounds: false,
  notifications: true,
  auto: false,
  keepDays: null,
  lastAgent: null,
};

export function settingsOn(journal: Journal, system: Language): SettingsStore {
  let known: Settings = { ...first, ...(journal.settings.get('settings') as Partial<Settings> | undefined) };
  return {
    get: () => known,
    set(changes) {
      const allowed = Object.entries(changes).filter(([key, value]) => key in first && value !== undefined);
      known = { ...known, ...(Object.fromEntries(allowed) as Partial<Settings>) };
      known = { ...known, textSize: Math.min(300, Math.max(50, known.textSize)) };
      journal.settings.set('settings', known);
      return known;
    },
    language: () => languages.find((one) => one === known.language) ?? system,
  };
}
