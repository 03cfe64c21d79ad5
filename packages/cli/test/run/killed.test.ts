import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { TaskEvent } from '@bureau/contracts';
import { openLocal } from '@bureau/host/local';
import { until } from '@bureau/testing';
import { places, startRun } from './start-run.ts';

/** How often Bureau is killed: 10 times here, 200 times in CI; the seed is in the test's name. */
const kills = process.env['CI'] ? 200 : 10;
const seed = Number(process.env['BUREAU_TEST_SEED'] ?? 20_261_201);

/** A small generator of numbers below 1 (mulberry32): the same seed, the same moments. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Living processes with this task in their environment. */
const ofTask = (pids: readonly number[], task: string): number[] =>
  pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`BUREAU_TASK=${task}`);
    } catch {
      return false;
    }
  });

describe(`Bureau killed with -9 at ${kills} moments (seed ${seed})`, {
  skip: process.platform !== 'linux' && 'looks into /proc',
}, () => {
  const next = random(seed);
  for (let i = 0; i < kills; i++) {
    const line = 1 + Math.floor(next() * 160);
    it(`after event ${line}: nothing lost, nothing doubled, nothing left, and the next start says what happened`, async (t) => {
      const on = places(t);
      const run = startRun(t, ['--json', '--agent', 'practice', '--folder', on.work, 'go'], on.env);
      const answered = new Set<string>();
      await run.until('task');
      const reached = until(() => {
        for (const event of run.events) {
          if (event.type !== 'request' || answered.has(event.requestId)) continue;
          answered.add(event.requestId);
          const answers = Object.fromEntries(
            (event.questions ?? []).map(({ id, options }) => [id, [options[0]!.label]]),
          );
          run.send({ type: 'answer', requestId: event.requestId, answer: 'allow', answers });
        }
        return run.events.length >= line;
      });
      await reached;
      run.kill('SIGKILL');
      await run.over;
      const told = run.events;
      const task = told[0]!.task;

      const opened = await openLocal({ dataDir: on.data, env: on.env });
      assert.ok(opened.ok);
      const { engine } = opened;
      try {
        const recovered = await engine.recover();
        assert.deepEqual(
          recovered.map((one) => one.task),
          [task],
        );
        assert.notEqual(recovered[0]?.state, 'left');
        const kept = engine.events(task, 1, Number.MAX_SAFE_INTEGER);
        sameStory(told, kept);
        const last = kept.at(-1)!;
        assert.ok(
          last.type === 'ended' && last.how === 'lost' && /can continue|continue the task/.test(last.message ?? ''),
        );
        const { processes } = await engine.calls['task.processes']({});
        assert.deepEqual(processes, []);
        assert.deepEqual(await engine.recover(), [], 'it is told once');
      } finally {
        await engine.close();
      }
      const pids = readdirPids();
      assert.deepEqual(ofTask(pids, task), []);
      const db = new DatabaseSync(join(on.data, 'journal.db'));
      assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
      db.close();
    });
  }
});

/** Everything that was told is kept, once, as it was told; pieces of a message may have been folded into the whole. */
function sameStory(told: readonly TaskEvent[], kept: readonly TaskEvent[]): void {
  const seqs = kept.map(({ seq }) => seq);
  assert.deepEqual(
    seqs,
    [...new Set(seqs)].sort((a, b) => a - b),
  );
  const bySeq = new Map(kept.map((event) => [event.seq, event]));
  const whole = new Set(kept.flatMap((event) => (event.type === 'text' && event.final ? [event.messageId] : [])));
  for (const event of told) {
    if (event.type === 'text' && !event.final && whole.has(event.messageId)) continue;
    assert.deepEqual(bySeq.get(event.seq), event);
  }
}

function readdirPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}
