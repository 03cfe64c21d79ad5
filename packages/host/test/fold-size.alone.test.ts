import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TaskEvent } from '@bureau/contracts';
import { openFold } from '../src/client/index.ts';

const rowsOf = (count: number, from: number): TaskEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: '2026-01-01T00:00:00.000Z',
    task: 't',
    type: 'text',
    messageId: `m${from + index}`,
    text: 'a line of text',
    final: true,
  }));

it('one more row costs the same after 50,000 rows as after 500', () => {
  const cost = (before: number): number => {
    const fold = openFold('t');
    fold.add(rowsOf(before, 1));
    const more = rowsOf(5_000, before + 1);
    const start = performance.now();
    for (const event of more) fold.add([event]);
    assert.equal(fold.view().rows.length, before + 5_000);
    return performance.now() - start;
  };
  cost(500);
  const small = Math.min(cost(500), cost(500), cost(500));
  const large = Math.min(cost(50_000), cost(50_000), cost(50_000));
  // Copying the rows for each one would be about a hundred times as slow.
  assert.ok(large < small * 10, `${large.toFixed(1)} ms against ${small.toFixed(1)} ms`);
});
