import { z } from 'zod';
import { openEnum } from './open.ts';

/** The means by which a stop may have been proved. */
export const proofs = ['cgroup', 'subreaper', 'job-object', 'boot', 'scan', 'none'] as const;
/** By which means a stop was proved (`boot`: the machine has started anew since); `scan` and `none` never prove. */
export type Proof = (typeof proofs)[number];
/** What ended a run: itself, a limit, a signal, or a person. */
export const stopReasons = ['exit', 'timeout', 'idle', 'line', 'signal', 'stop'] as const;
/** One of `stopReasons`. */
export type StopReason = (typeof stopReasons)[number];
/** Programs that go on with work outside a hold. */
export const handOvers = ['docker', 'cron', 'at', 'systemd', 'ssh', 'other'] as const;
/** One of `handOvers`. */
export type HandOver = (typeof handOvers)[number];

/** A process that a stop found, and what ended it. */
export interface EndedProcess {
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly command: string;
  readonly how: 'exited' | 'TERM' | 'KILL';
}
/** A process that a stop could not end, and why. */
export interface LeftProcess {
  readonly pid: number;
  readonly user: string;
  readonly command: string;
  readonly why: string;
}
/** A process that the person wants to go on. */
export interface KeptProcess {
  readonly pid: number;
  readonly command: string;
}
/** Work that a command gave to a program outside the hold. */
export interface HandedOver {
  readonly to: HandOver;
  readonly command: string;
}

/** What a stop ended, what it could not end, and how that was proved (CONTRACTS.md, `bureau guard`). */
export interface Receipt {
  /** True only when proved. */
  readonly gone: boolean;
  readonly proof: Proof;
  readonly mechanisms: readonly ('cgroup' | 'subreaper' | 'job-object' | 'scan')[];
  /** May be cut at 200; `endedCount` is the whole number. */
  readonly ended: readonly EndedProcess[];
  readonly endedCount: number;
  readonly left: readonly LeftProcess[];
  readonly kept: readonly KeptProcess[];
  readonly handedOver: readonly HandedOver[];
  /** Milliseconds: until everything was frozen, and from the order to the proof. */
  readonly ms: { readonly freeze: number; readonly total: number };
  readonly exit: { readonly code: number | null; readonly signal: string | null };
  readonly reason: StopReason;
}

/** Decodes a `Receipt`. */
export const receipt = z.looseObject({
  gone: z.boolean(),
  proof: openEnum(proofs),
  mechanisms: z.array(z.string()),
  ended: z.array(z.looseObject({ pid: z.number(), startedAt: z.string(), command: z.string(), how: z.string() })),
  endedCount: z.number(),
  left: z.array(z.looseObject({ pid: z.number(), user: z.string(), command: z.string(), why: z.string() })),
  kept: z.array(z.looseObject({ pid: z.number(), command: z.string() })),
  handedOver: z.array(z.looseObject({ to: z.string(), command: z.string() })),
  ms: z.looseObject({ freeze: z.number(), total: z.number() }),
  exit: z.looseObject({ code: z.number().nullable(), signal: z.string().nullable() }),
  reason: openEnum(stopReasons),
}) as unknown as z.ZodType<Receipt>;

/** A living process of a task (`bureau ps`). */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly startedAt: string;
  readonly command: string;
  readonly cwd: string | null;
  /** TCP ports it listens on. */
  readonly ports: readonly number[];
  /** Share of one core over its life, 0 to 1 a core. */
  readonly cpu: number | null;
  /** Resident bytes. */
  readonly memory: number | null;
  /** The agent process itself, not work it started. */
  readonly isAgent: boolean;
  /** The step that started it, where that is known. */
  readonly stepId: string | null;
  readonly kept: boolean;
}
/** Decodes a `RunningProcess`. */
export const runningProcess = z.looseObject({
  pid: z.number(),
  parent: z.number(),
  startedAt: z.string(),
  command: z.string(),
  cwd: z.string().nullable(),
  ports: z.array(z.number()),
  cpu: z.number().nullable(),
  memory: z.number().nullable(),
  isAgent: z.boolean(),
  stepId: z.string().nullable(),
  kept: z.boolean(),
}) as unknown as z.ZodType<RunningProcess>;
