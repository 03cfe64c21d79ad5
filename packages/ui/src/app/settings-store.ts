import type { Settings } from '@bureau/contracts';
import type { Connection } from '@bureau/host/client';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { choose, resolveLanguage } from '../words/words.ts';

export interface SettingsStore {
  readonly view: StoreApi<Settings>;
  load(): Promise<void>;
  /** Shown at once, then kept by the host; rejects, and goes back, when it could not be kept. */
  set(changes: Partial<Settings>): Promise<void>;
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
const key = 'bureau.settings';

/** The last known settings, so that the first frame already looks right. */
function remembered(): Settings {
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>) };
  } catch {
    return first;
  }
}

export function openSettings(line: Connection): SettingsStore {
  const view = createStore<Settings>(remembered);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const settings = view.getState();
    applyLook(settings, dark.matches);
    void choose(resolveLanguage(settings.language, navigator.languages)).then(applyLanguage);
    try {
      localStorage.setItem(key, JSON.stringify(settings));
    } catch {
      // Only the next first frame is plainer.
    }
  };
  dark.addEventListener('change', show);
  view.subscribe(show);
  show();
  return {
    view,
    async load() {
      view.setState(await line.call('settings.get', {}), true);
    },
    async set(changes) {
      const before = view.getState();
      view.setState(changes);
      try {
        view.setState(await line.call('settings.set', changes), true);
      } catch (error) {
        view.setState(before, true);
        throw error;
      }
    },
  };
}

function applyLook({ theme, textSize }: Settings, systemDark: boolean): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme === 'dark' || (theme === 'system' && systemDark) ? 'dark' : 'light';
  root.style.setProperty('--text-scale', String(textSize / 100));
}

function applyLanguage(): void {
  const setting = remembered().language;
  document.documentElement.lang = resolveLanguage(setting, navigator.languages);
}
