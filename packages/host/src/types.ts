import type { Desk, DeskLine, DoctorReport, HostCalls, Settings, UnknownRecord } from '@bureau/contracts';
import type { Engine } from '@bureau/engine';

export type LogLevel = 'info' | 'warning' | 'error';
/** Sentences and facts for the log; never a token, a prompt, an output or an environment. */
export type Log = (level: LogLevel, message: string, facts?: UnknownRecord) => void;

/** Where the office's desks come from: the collector, or a test's own. */
export interface OfficeSource {
  desks(): readonly Desk[];
  /** Each change from now on (and what is known, if the source likes). Returns how to stop listening. */
  subscribe(listener: (lines: readonly DeskLine[]) => void): () => void;
  log?(params: HostCalls['office.log']['params']): HostCalls['office.log']['value'];
  day?(params: HostCalls['office.day']['params']): Promise<HostCalls['office.day']['value']>;
  find?(params: HostCalls['office.find']['params']): HostCalls['office.find']['value'];
  /** The person chose another language. */
  speak?(language: Settings['language']): Promise<void>;
  close?(): void;
}

export interface HostOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly home: string;
  readonly version: string;
  readonly token: string;
  /** Tried in order; 0 means any free one. */
  readonly ports: readonly number[];
  /** The built window; null where there is none. */
  readonly windowDir: string | null;
  readonly doctor: () => Promise<DoctorReport>;
  /** Opened when the office is first looked at. */
  readonly office?: () => Promise<OfficeSource>;
  readonly log: Log;
  /** Milliseconds a request may take to arrive. Default 15 s. */
  readonly requestMs?: number;
}

/** A listening host. Its owner closes it, then the engine. */
export interface Host {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Another one at every start. */
  readonly instance: string;
  /** A path that gives the token once, within a minute: `/enter?ticket=…`. */
  newTicket(): string;
  /** Windows that are open now. */
  readonly windows: () => number;
  /** Calls back when a window asks the host to end. */
  onQuit(listener: () => void): void;
  /** Says goodbye to every window, and lets go of the port. */
  close(why: string): Promise<void>;
}
