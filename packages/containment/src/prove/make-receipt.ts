import type { Receipt, StopReason } from '@bureau/contracts';
import type { Ending, LeftOver, LeftWhy } from '../control/messages.ts';
import { handedOver } from '../hand-over/handed-over.ts';
import type { HoldSpec } from '../types.ts';
import { userName } from './user-name.ts';

/** The receipt of an ending: what the supervisor saw, with what only the host knows. */
export function makeReceipt(from: {
  readonly spec: Pick<HoldSpec, 'command' | 'args'>;
  readonly ending: Ending;
  readonly exit: Receipt['exit'];
  readonly reason: StopReason;
  readonly totalMs: number;
}): Receipt {
  const { ending } = from;
  const seen = [...ending.ended, ...ending.left].map((one) => one.command);
  return {
    gone: ending.gone,
    proof: ending.proof,
    mechanisms: ending.mechanisms,
    ended: ending.ended,
    endedCount: ending.endedCount,
    left: ending.left.map((one) => ({
      pid: one.pid,
      user: userName(one.uid),
      command: one.command,
      why: whyText(one),
    })),
    kept: ending.kept,
    handedOver: handedOver([from.spec.command, ...from.spec.args], seen),
    ms: { freeze: round(ending.freezeMs), total: round(from.totalMs) },
    exit: from.exit,
    reason: from.reason,
  };
}

const texts: Record<LeftWhy, (left: LeftOver) => string> = {
  'other-user': (left) => `it runs as ${userName(left.uid)}, and this user may not end it`,
  'will-not-end': () => 'it was killed, but the system has not let it end (it waits for a device or a disk)',
  'asked-to-leave': () => 'asked to leave',
  'not-proved': () => 'what held it was lost, so its end could not be proved',
};

function whyText(left: LeftOver): string {
  return texts[left.why](left);
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
