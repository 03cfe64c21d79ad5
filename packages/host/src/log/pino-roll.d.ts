declare module 'pino-roll' {
  import type { EventEmitter } from 'node:events';

  export interface RollOptions {
    /** Path without number and extension. */
    readonly file: string;
    readonly size?: number | string;
    readonly limit?: { readonly count?: number; readonly removeOtherLogFiles?: boolean };
    readonly mode?: number;
    readonly sync?: boolean;
    readonly mkdir?: boolean;
  }
  export interface RollStream extends EventEmitter {
    write(text: string): boolean;
    end(): void;
  }
  /** A stream that begins a new file when one is full. */
  export default function roll(options: RollOptions): Promise<RollStream>;
}
