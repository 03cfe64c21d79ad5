import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LinuxHold } from '../src/linux/hold.ts';
import { stopAll } from '../src/linux/stop.ts';

/** A hold of whose only child nothing can be seen: it may not be looked at, or is always between two lists. */
const unseen = (kept: readonly [number, string][] = []): LinuxHold => ({
  libc: {
    becomeSubreaper: () => true,
    setName() {},
    closeOnExec() {},
    emptyOut() {},
    reap: () => null,
    openPid: () => null,
    signalPid: () => false,
    close() {},
    errno: () => 0,
  },
  eyes: { self: 1, children: () => [], stat: () => null, threadStates: () => [], halt: () => 'gone' },
  cgroup: null,
  mechanisms: ['subreaper'],
  agent: null,
  agentChild: null,
  agentEnd: null,
  onAgentEnd() {},
  kept: new Map(kept),
  waiting: new Set(),
  collected: 0,
});

describe('a proof', { skip: process.platform === 'linux' ? false : 'Linux only' }, () => {
  it('is not made of seeing nobody: while a child is there, nothing is claimed', async () => {
    const ending = await stopAll(unseen(), { graceMs: 0, first: null, hurry: { now: false } });
    assert.deepEqual([ending.gone, ending.proof, ending.left], [false, 'none', []]);
  });
});
