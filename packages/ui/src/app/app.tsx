import type { DesktopShell } from '@bureau/contracts';
import type { Connection } from '@bureau/host/client';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SettingsStore } from './settings-store.ts';

declare global {
  interface Window {
    readonly bureauShell?: DesktopShell;
  }
}

/** A message that stays until it is put away. */
export interface Told {
  readonly id: number;
  readonly tone: 'good' | 'lost';
  readonly text: string;
}

/** What is open beside the main view. */
export interface Opened {
  readonly dialog: 'none' | 'palette' | 'keys' | 'stop-everything';
  readonly list: boolean;
  readonly side: boolean;
}

/** What every part of the window may use. */
export interface App {
  readonly line: Connection;
  readonly settings: SettingsStore;
  readonly told: StoreApi<{ readonly messages: readonly Told[] }>;
  readonly opened: StoreApi<Opened>;
  /** Tells the person something that happened outside of what they look at. */
  tell(tone: Told['tone'], text: string): void;
  /** Runs something the person asked for; what goes wrong is told in words. Resolves with whether it went well. */
  attempt(work: Promise<unknown>): Promise<boolean>;
}

export function createApp(line: Connection, settings: SettingsStore): App {
  const told = createStore<{ readonly messages: readonly Told[] }>(() => ({ messages: [] }));
  const opened = createStore<Opened>(() => ({ dialog: 'none', list: false, side: false }));
  let last = 0;
  const tell: App['tell'] = (tone, text) => {
    last++;
    told.setState(({ messages }) => ({ messages: [...messages.slice(-2), { id: last, tone, text }] }));
  };
  return {
    line,
    settings,
    told,
    opened,
    tell,
    async attempt(work) {
      try {
        await work;
        return true;
      } catch (error) {
        tell('lost', wordsOf(error));
        return false;
      }
    },
  };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const AppContext = createContext<App | null>(null);
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is for parts of the window only.');
  return app;
}
