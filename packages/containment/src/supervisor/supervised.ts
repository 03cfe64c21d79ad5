import type { Receipt } from '@bureau/contracts';
import type { Ending, FirstSignal, Listed, StartOrder, Word } from '../control/messages.ts';

/** What each platform's hold does for the supervisor's main loop. */
export interface Supervised {
  readonly mechanisms: Receipt['mechanisms'];
  readonly detail: string;
  start(order: StartOrder): Promise<Word>;
  onAgentEnd(listener: (end: { code: number | null; signal: string | null }) => void): void;
  /** Called when something in the hold ended; `isEmpty` may have become true. */
  onChange(listener: () => void): void;
  /** Nothing but kept work is left, by proof. */
  isEmpty(): boolean;
  hasKept(): boolean;
  /** What to say when all has ended by itself. */
  endingNow(): Ending;
  list(): Listed[] | Promise<Listed[]>;
  keep(pid: number): boolean;
  killWork(): Promise<Ending>;
  stopOne(pid: number): Promise<Ending>;
  stopKept(): Promise<Ending>;
  stop(graceMs: number, first: FirstSignal | null): Promise<Ending>;
  /** Ends the politeness of a stop under way. */
  hurry(): void;
  leave(): Ending;
  /** Frees what the hold took from the system. */
  close(): void;
}
