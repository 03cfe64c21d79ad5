import { z } from 'zod';
import { openEnum } from './open.ts';

/** How a desk stands. `unsure`: the records don’t tell. */
export const deskStates = ['working', 'waiting', 'idle', 'ended', 'unsure'] as const;
/** One of `deskStates`. */
export type DeskState = (typeof deskStates)[number];
/** The postures an office can draw; each is a fact from a record. */
export const postures = [
  'reading',
  'writing',
  'running',
  'searching',
  'thinking',
  'waiting',
  'resting',
  'gone',
  'unsure',
] as const;
/** One of `postures`. */
export type Posture = (typeof postures)[number];

/** An agent's place in the office (CONTRACTS.md, `bureau office --json`). */
export interface Desk {
  /** Stable for one agent and session. */
  readonly desk: string;
  readonly agent: 'claude' | 'codex' | 'practice' | (string & {});
  readonly session: string;
  /** The cwd in the records. */
  readonly folder: string;
  readonly state: DeskState;
  /** What it does, in plain words; empty when resting or ended. */
  readonly doing: string;
  /** ISO 8601: since when it is in this state. */
  readonly since: string;
  /** The parent's desk, for a sub-agent. */
  readonly parent?: string;
  readonly title?: string;
  readonly posture?: Posture;
  /** Bureau's own task, when this desk is one. */
  readonly task?: string;
  readonly pid?: number;
  readonly tokens?: { readonly input: number; readonly output: number };
  /** Records of its log that could not be read. */
  readonly unread?: number;
  readonly model?: string;
  readonly log?: string;
}
/** A line of `office --json`: a desk, or that one is gone. */
export type DeskLine = Desk | { readonly desk: string; readonly removed: true };

/** Decodes a `Desk`. */
export const desk = z.looseObject({
  desk: z.string(),
  agent: z.string(),
  session: z.string(),
  folder: z.string(),
  state: openEnum(deskStates),
  doing: z.string(),
  since: z.string(),
  parent: z.string().optional(),
}) as unknown as z.ZodType<Desk>;
