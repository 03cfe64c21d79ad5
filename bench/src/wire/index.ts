import type { Bench, Row } from '../row.ts';
import { measureWire, type Traffic } from './measure.ts';

/** Bytes and messages that the wire may cost (npm test holds them too). */
export const budget = { snapshotBytes: 2_700, liveBytes: 800, liveMessages: 8 } as const;

export const bench: Bench = {
  name: 'wire: what a window is sent, compressed',
  async run() {
    const { snapshot, live, liveLarge, liveOneByOne } = await measureWire();
    return [
      bytes('snapshot: 10 turns × 5 commands, 879 KB kept of each', snapshot, budget.snapshotBytes),
      { what: 'the same before compression', value: snapshot.decoded, unit: 'bytes' },
      ...turn('a live turn of 5 commands', live),
      ...turn('the same with a result of 1.05 MB', liveLarge),
      ...turn('the same, commands one after the other', liveOneByOne, false),
    ];
  },
};

const bytes = (what: string, { bytes: value }: Traffic, limit: number): Row => ({
  what,
  value,
  unit: 'bytes',
  limit: `≤ ${limit}`,
  met: value <= limit,
});

function turn(what: string, traffic: Traffic, limited = true): Row[] {
  const { messages: value } = traffic;
  if (!limited)
    return [
      { what, value: traffic.bytes, unit: 'bytes' },
      { what: `${what}: messages`, value, unit: '' },
    ];
  const met = value <= budget.liveMessages;
  return [
    bytes(what, traffic, budget.liveBytes),
    { what: `${what}: messages`, value, unit: '', limit: `≤ ${budget.liveMessages}`, met },
  ];
}
