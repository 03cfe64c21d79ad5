import type { Action, Desk, DeskLine } from '@bureau/contracts';
import type { Language } from '@bureau/plain-words';
import type { Span } from './day.ts';
import type { Transcript } from './transcript.ts';

/** What one record of a session log says, whichever agent wrote it. `at` is milliseconds since 1970, 0 when unknown. */
export type LogFact =
  | {
      readonly kind: 'session';
      readonly session?: string;
      readonly folder?: string;
      readonly model?: string;
      readonly parent?: string;
      readonly at: number;
    }
  | { readonly kind: 'title'; readonly title: string; readonly strong: boolean }
  | { readonly kind: 'prompt'; readonly text: string; readonly at: number }
  | { readonly kind: 'turn-start'; readonly at: number }
  | {
      readonly kind: 'step-start';
      readonly id: string;
      readonly name: string;
      readonly action: Action;
      readonly asks: boolean;
      readonly at: number;
    }
  | { readonly kind: 'step-end'; readonly id: string; readonly at: number }
  | { readonly kind: 'said'; readonly text: string; readonly at: number }
  | { readonly kind: 'thought'; readonly at: number }
  | { readonly kind: 'turn-end'; readonly at: number }
  /** The agent wrote its last record on purpose (a clean end). */
  | { readonly kind: 'closed'; readonly at: number }
  /** Totals of the session so far. */
  | {
      readonly kind: 'tokens';
      readonly input: number;
      readonly output: number;
      readonly total: boolean;
      readonly key?: string;
    };

/** A session log on disk. */
export interface LogFile {
  readonly agent: 'claude' | 'codex';
  /** The `~/.claude` or `$CODEX_HOME` it belongs to. */
  readonly home: string;
  readonly path: string;
  /** From the file's name; the records may correct it. */
  readonly session: string;
  /** The parent's session, where the path says so (Claude's `subagents/`). */
  readonly parentSession?: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** Whether, and as what, a session's process lives. */
export interface Life {
  readonly alive: 'yes' | 'no' | 'unknown';
  readonly pid?: number;
  /** The folder it works in, where the agent says it. */
  readonly folder?: string;
  /** The agent's own word, where it gives one (Claude's `sessions/PID.json`). */
  readonly word?: 'busy' | 'idle' | 'waiting' | 'other';
  /** Milliseconds since 1970: since when that word holds. */
  readonly wordSince?: number;
}

/** What the collector remembers between runs; the host keeps it in the journal. Values are plain JSON. */
export interface CursorStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface CollectorOptions {
  /** `~/.claude` folders. */
  readonly claudeDirs: readonly string[];
  /** `$CODEX_HOME` folders. */
  readonly codexDirs: readonly string[];
  readonly language?: Language;
  readonly home?: string;
  readonly cursors?: CursorStore;
}

export interface Collector {
  /** The first reading is complete. */
  readonly ready: Promise<void>;
  desks(): readonly Desk[];
  /** Every desk known now at once, then each change. */
  subscribe(listener: (lines: readonly DeskLine[]) => void): () => void;
  /** A desk's log as people read it, from a byte offset; null for a desk without one. */
  transcript(desk: string, from: number): Transcript | null;
  /** The last piece of it before a byte offset, or of all of it. */
  transcriptBefore(desk: string, before?: number): Transcript | null;
  /** Who worked on a day (`YYYY-MM-DD`, local time) and what they did, earliest first. */
  day(date: string): Promise<readonly Span[]>;
  /** Sessions of any day whose title, folder or agent has every word of the query, latest first. */
  find(query: string, limit: number): readonly Span[];
  /** Another language from now on; living desks are told again in it. */
  speak(language: Language): Promise<void>;
  /** What could not be read, by path; counted, never thrown. */
  unread(): ReadonlyMap<string, string>;
  close(): void;
}
