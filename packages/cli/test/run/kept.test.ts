import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { TaskEvent, TaskEventType } from '@bureau/contracts';
import { type Engine, openLocal } from '@bureau/host/local';
import { until } from '@bureau/testing';
import { type Places, places } from './start-run.ts';

async function engineOn(t: TestContext, on: Places) {
  const opened = await openLocal({ dataDir: on.data, env: on.env, idleReleaseMs: null });
  assert.ok(opened.ok);
  const { engine } = opened;
  t.after(() => engine.close());
  const events: TaskEvent[] = [];
  engine.onEvents((_, batch) => events.push(...batch));
  return { engine, events };
}
const has = (events: readonly TaskEvent[], type: TaskEventType, also: (event: TaskEvent) => boolean = () => true) =>
  events.some((event) => event.type === type && also(event));

/** Says yes to everything until the practice agent's turn is over. */
async function sayYes(engine: Engine, task: string, events: readonly TaskEvent[]): Promise<void> {
  const answered = new Set<string>();
  await until(() => {
    for (const event of events) {
      if (event.type !== 'request' || answered.has(event.requestId)) continue;
      answered.add(event.requestId);
      const answers = Object.fromEntries((event.questions ?? []).map(({ id, options }) => [id, [options[0]!.label]]));
      void engine.command(task, { type: 'answer', requestId: event.requestId, answer: 'allow', answers });
    }
    return has(events, 'turn', (event) => event.type === 'turn' && event.state === 'completed');
  });
}

describe('something that is kept running', { skip: process.platform !== 'linux' && 'the hold is Linux’s' }, () => {
  it('outlives Stop and Bureau, is listed as kept, found again by the next Bureau, and stopped there', async (t) => {
    const on = places(t);
    const first = await engineOn(t, on);
    const started = await first.engine.start({ agent: 'practice', folder: on.work, prompt: 'go' });
    assert.ok(started.ok);
    const { task } = started;
    await sayYes(first.engine, task, first.events);
    assert.ok(existsSync(join(on.work, 'clock.txt')));
    const { processes } = await first.engine.calls['task.processes']({ task });
    const left = processes.find(({ isAgent, command }) => !isAgent && command.includes('clock.txt'))!;
    assert.deepEqual(await first.engine.calls['task.keep']({ task, pid: left.pid }), { kept: true });
    await first.engine.command(task, { type: 'stop' });
    const stopped = first.events.find((event) => event.type === 'stopped')!;
    assert.ok(stopped.receipt.kept.some(({ pid }) => pid === left.pid));
    await first.engine.close();
    process.kill(left.pid, 0);

    const second = await engineOn(t, on);
    await second.engine.recover();
    const found = await second.engine.calls['task.processes']({ task });
    assert.ok(found.processes.some(({ pid }) => pid === left.pid));
    const { receipt } = await second.engine.calls['task.stop-process']({ task, pid: left.pid });
    assert.equal(receipt.gone, true);
    assert.throws(() => process.kill(left.pid, 0));
  });
});
