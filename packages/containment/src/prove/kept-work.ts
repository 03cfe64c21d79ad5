import { connect, type Socket } from 'node:net';
import { type Ending, type Listed, lineReader } from '../control/messages.ts';
import { describeAll } from '../list/describe.ts';
import type { HoldRecord, KeptWork } from '../types.ts';
import { makeReceipt } from './make-receipt.ts';

/** Opens the door of a supervisor that stayed to hold kept work; null when there is none. */
export async function visitKept(record: HoldRecord): Promise<KeptWork | null> {
  const socket = await open(record.socket!);
  if (socket === null) return null;
  const waiting = new Map<number, (value: unknown) => void>();
  let lastId = 0;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.on(
    'data',
    lineReader<{ id: number; value: unknown }>((word) => {
      waiting.get(word.id)?.(word.value);
      waiting.delete(word.id);
    }),
  );
  const ask = async <T>(question: object): Promise<T | null> => {
    const id = ++lastId;
    const answer = new Promise<T>((resolve) => waiting.set(id, resolve as (value: unknown) => void));
    socket.write(`${JSON.stringify({ ...question, id })}\n`);
    return Promise.race([answer, closed.then(() => null)]);
  };
  const list = async () => describeAll((await ask<Listed[]>({ t: 'list' })) ?? [], null);
  const stopOne = async (pid: number) => {
    const began = performance.now();
    const ending = (await ask<Ending>({ t: 'stop-one', pid })) ?? over;
    return makeReceipt({
      spec: { command: '', args: [] },
      ending,
      exit: { code: null, signal: null },
      reason: 'stop',
      totalMs: performance.now() - began,
    });
  };
  return {
    list,
    stopOne,
    async stop() {
      const began = performance.now();
      const ending = (await ask<Ending>({ t: 'stop-kept' })) ?? over;
      return makeReceipt({
        spec: { command: '', args: [] },
        ending,
        exit: { code: null, signal: null },
        reason: 'stop',
        totalMs: performance.now() - began,
      });
    },
    closed,
    release: () => socket.destroy(),
  };
}

/** The supervisor closed the door: it does so only when nothing was left. */
const over: Ending = {
  gone: true,
  proof: 'subreaper',
  mechanisms: ['subreaper'],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  freezeMs: 0,
};

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
