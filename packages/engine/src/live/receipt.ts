import type { EndedProcess, HandedOver, Receipt, StopReason } from '@bureau/contracts';

const blank: Receipt = {
  gone: false,
  proof: 'none',
  mechanisms: [],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  handedOver: [],
  ms: { freeze: 0, total: 0 },
  exit: { code: null, signal: null },
  reason: 'stop',
};

/** Nothing had been started, so there is nothing to prove. */
export const nothingStarted = (reason: StopReason, ms: number): Receipt => ({
  ...blank,
  gone: true,
  reason,
  ms: { freeze: 0, total: Math.round(ms) },
});

/** The hold gave no receipt in time: nothing is claimed. */
export const unproved = (reason: StopReason): Receipt => ({ ...blank, reason });

/** The hold's receipt, with what was killed first, what was handed to others, and the whole time. */
export function joinReceipt(
  receipt: Receipt,
  killed: readonly EndedProcess[],
  handedOver: readonly HandedOver[],
  ms: number,
): Receipt {
  const key = ({ pid, startedAt }: EndedProcess) => `${pid} ${startedAt}`;
  const known = new Set(receipt.ended.map(key));
  const ended = [...receipt.ended, ...killed.filter((process) => !known.has(key(process)))];
  const others = new Map([...receipt.handedOver, ...handedOver].map((one) => [`${one.to} ${one.command}`, one]));
  return {
    ...receipt,
    ended: ended.slice(0, 200),
    endedCount: Math.max(receipt.endedCount, ended.length),
    handedOver: [...others.values()],
    ms: { freeze: receipt.ms.freeze, total: Math.max(receipt.ms.total, Math.round(ms)) },
  };
}
