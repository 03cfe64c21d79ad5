import type { AgentId } from '@bureau/contracts';

/** The agents that a person installs; practice comes with Bureau. */
export type RealAgent = Exclude<AgentId, 'practice'>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** The little that looking for a program needs to know of the machine; another one in tests of other systems. */
export interface Machine {
  readonly env: Environment;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly join: (...parts: string[]) => string;
  /** Names in a folder; none when it can't be read. */
  readonly list: (folder: string) => readonly string[];
  /** The path behind every link when it is a file that may be executed, else null. */
  readonly program: (path: string) => string | null;
  /** The first bytes of a file as text; empty when it can't be read. */
  readonly start: (path: string) => string;
}
