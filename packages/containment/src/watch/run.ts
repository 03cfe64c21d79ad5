import type { Receipt } from '@bureau/contracts';
import { startHeld } from '../start/start-held.ts';
import type { HoldSpec, StartError } from '../types.ts';

export interface RunOptions {
  readonly timeoutMs?: number;
  /** Written to its standard input, which is then closed. */
  readonly input?: string;
}
export type RunResult =
  | {
      readonly ok: true;
      readonly code: number | null;
      readonly signal: string | null;
      readonly stdout: string;
      readonly stderr: string;
      readonly receipt: Receipt;
    }
  | { readonly ok: false; readonly error: StartError };

/** Runs one command to its end and gives back what it printed; what it left behind is ended. */
export async function run(spec: HoldSpec, options: RunOptions = {}): Promise<RunResult> {
  const held = startHeld({
    recoverable: false,
    ...spec,
    stdin: options.input === undefined ? 'ignore' : 'pipe',
    output: 'pipe',
  });
  const printed = { stdout: '', stderr: '' };
  held.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  held.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  held.stdin?.on('error', () => {});
  held.stdin?.end(options.input);
  const started = await held.started;
  if (!started.ok) return started;
  const limit =
    options.timeoutMs === undefined ? null : setTimeout(() => void held.stop({ reason: 'timeout' }), options.timeoutMs);
  const exit = await held.exited;
  if (limit) clearTimeout(limit);
  const receipt = await held.stop({ reason: 'exit' });
  return { ok: true, ...exit, ...printed, receipt };
}
