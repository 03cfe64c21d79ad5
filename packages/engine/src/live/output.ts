import type { Deps, Live } from './live.ts';

/** Of one step; the rest is left out, and the step's size says so. */
const outputLimit = 8 * 1024 * 1024;
/** Written at the latest when so much has gathered. */
const gathered = 65_536;

/** Takes a piece of what a step prints. It's kept apart from the events and asked for by the step's id. */
export function addOutput(deps: Deps, live: Live, stepId: string, text: string): void {
  let known = live.outputs.get(stepId);
  if (!known) {
    known = { kept: 0, waiting: '', over: false };
    live.outputs.set(stepId, known);
  }
  const room = outputLimit - known.kept - known.waiting.length;
  if (room <= 0) known.over = true;
  else known.waiting += text.slice(0, room);
  if (known.waiting.length >= gathered) keepOutput(deps, live, stepId);
}

/** Writes what has gathered of a step's output. */
export function keepOutput(deps: Deps, live: Live, stepId: string): void {
  const known = live.outputs.get(stepId);
  if (!known?.waiting) return;
  const { waiting, kept } = known;
  known.kept += waiting.length;
  known.waiting = '';
  deps.writer.add(live.task, { output: { output: stepId, start: kept, text: waiting } });
}

/** A step is over: its whole output, where the agent gives it, takes the place of its pieces. */
export function endOutput(
  deps: Deps,
  live: Live,
  stepId: string,
  whole: string | undefined,
): { id: string; bytes: number } | null {
  const known = live.outputs.get(stepId);
  const streamed = known ? known.kept + known.waiting.length : 0;
  live.outputs.delete(stepId);
  if (whole !== undefined && whole.length >= streamed && whole.length > 0) {
    const text = whole.slice(0, outputLimit);
    deps.writer.add(live.task, { output: { output: stepId, start: 0, text, whole: true } });
    return { id: stepId, bytes: Buffer.byteLength(whole) };
  }
  if (!known || streamed === 0) return null;
  if (known.waiting) deps.writer.add(live.task, { output: { output: stepId, start: known.kept, text: known.waiting } });
  return { id: stepId, bytes: streamed };
}
