import { spawn } from 'node:child_process';

/** A program that goes its own way: a window, a host. It's in no hold, and Bureau never ends it. */
export interface LaunchSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An open file for what it prints; without one that is dropped. */
  readonly output?: number;
}
/** The program that was started, or why it could not be. */
export type Launched =
  | {
      readonly ok: true;
      readonly pid: number;
      /** Only while this process lives; it does not keep this process alive. */
      readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
    }
  | { readonly ok: false; readonly message: string };

/** Starts a program in a session of its own, so that it outlives this process. */
export function launch(spec: LaunchSpec): Promise<Launched> {
  return new Promise((resolve) => {
    const output = spec.output ?? 'ignore';
    const child = spawn(spec.command, [...spec.args], {
      cwd: spec.cwd,
      env: spec.env as NodeJS.ProcessEnv,
      stdio: ['ignore', output, output],
      detached: true,
      windowsHide: true,
    });
    const exited = new Promise<{ code: number | null; signal: string | null }>((ended) => {
      child.once('exit', (code, signal) => ended({ code, signal }));
    });
    child.once('error', (error) => resolve({ ok: false, message: error.message }));
    child.once('spawn', () => {
      child.unref();
      resolve({ ok: true, pid: child.pid!, exited });
    });
  });
}
