import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Receipt } from '@bureau/contracts';
import { isAlive } from '../alive.ts';
import type { Ending } from '../control/messages.ts';
import { finishLost, tagged } from '../end/finish-lost.ts';
import { cgroupAt } from '../linux/cgroup.ts';
import { bootId } from '../linux/proc.ts';
import type { HoldRecord, KeptWork, Recovered } from '../types.ts';
import { keptFromHere } from './kept-from-here.ts';
import { visitKept } from './kept-work.ts';
import { makeReceipt } from './make-receipt.ts';

/** A supervisor whose host has died ends its work at once; this is how long it's given. */
const supervisorBoundMs = 5000;

/** Finds out what became of a hold whose owner crashed, ends what is left of it, and says so. */
export async function recoverHold(record: HoldRecord): Promise<Recovered> {
  const began = performance.now();
  const done = (state: Recovered['state'], ending: Ending, kept: KeptWork | null = null): Recovered => ({
    record,
    state,
    receipt: receiptOf(ending, performance.now() - began),
    kept,
  });
  if (record.platform !== process.platform || record.bootId !== bootId()) {
    return done('other-boot', { ...nothing, gone: true, proof: 'boot' });
  }
  const supervised = (): boolean => isAlive(record.supervisor.pid, record.supervisor.startTicks);
  const limit = performance.now() + supervisorBoundMs;
  let words = readLastWords(record);
  // Its last words come when the rest has ended; then it goes, or stays with what was kept.
  while (supervised() && words === null && performance.now() < limit) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    words = readLastWords(record);
  }
  if (supervised()) {
    const kept = record.socket === null ? null : await visitKept(record);
    if (kept) {
      const list = await kept.list();
      if (list.length > 0) {
        const ending = { ...(words ?? nothing), kept: list.map(({ pid, command }) => ({ pid, command })) };
        return done('kept', ending, kept);
      }
      kept.release();
    }
    if (process.platform === 'win32') {
      // Without a start time its number may be somebody else's by now: it is left alone.
      return done('gone', nothing);
    }
    if (words === null || !words.gone) {
      // It neither ends nor answers: it is ended first, so that it can't act on what this finishes.
      process.kill(record.supervisor.pid, 'SIGKILL');
      words = null;
    }
  }
  forgetLastWords(record);
  if (words) return done(words.left.length > 0 ? 'left' : 'gone', words);
  if (record.cgroup !== null && !existsSync(record.cgroup)) {
    // Only an empty folder can be taken away, and the supervisor takes it away last.
    if (tagged(record.hold).length === 0)
      return done('gone', { ...nothing, gone: true, proof: 'cgroup', mechanisms: ['cgroup'] });
  }
  const ending = await finishLost(record, record.cgroup === null ? [] : ['cgroup']);
  if (ending.left.length > 0) return done('left', ending);
  if (ending.kept.length > 0) return done('kept', ending, keptFromHere(record));
  return done(ending.endedCount > 0 ? 'ended-now' : 'gone', ending);
}

const nothing: Ending = {
  gone: false,
  proof: 'none',
  mechanisms: [],
  ended: [],
  endedCount: 0,
  left: [],
  kept: [],
  freezeMs: 0,
};

function receiptOf(ending: Ending, totalMs: number): Receipt {
  return makeReceipt({
    spec: { command: '', args: [] },
    ending,
    exit: { code: null, signal: null },
    reason: 'stop',
    totalMs,
  });
}

function readLastWords(record: HoldRecord): Ending | null {
  if (record.socket === null) return null;
  try {
    const ending = JSON.parse(readFileSync(`${record.socket}.ended`, 'utf8')) as Ending;
    return Array.isArray(ending.ended) && Array.isArray(ending.left) ? ending : null;
  } catch {
    return null;
  }
}

function forgetLastWords(record: HoldRecord): void {
  if (record.socket !== null) rmSync(`${record.socket}.ended`, { force: true });
  if (record.cgroup !== null && existsSync(record.cgroup)) cgroupAt(record.cgroup).remove();
}
