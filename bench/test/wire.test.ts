import assert from 'node:assert/strict';
import { it } from 'node:test';
import { budget } from '../src/wire/index.ts';
import { measureWire } from '../src/wire/measure.ts';

it('the wire keeps its budget: a snapshot, a live turn, and one with a result of a megabyte', async () => {
  const { snapshot, live, liveLarge } = await measureWire();
  assert.deepEqual(snapshot.kinds, ['snapshot']);
  assert.ok(snapshot.bytes <= budget.snapshotBytes, `snapshot: ${snapshot.bytes} bytes`);
  // Nothing was left out: titles of 50 steps, prompts and answers of 10 turns.
  assert.ok(snapshot.decoded > 50 * 60 + 10 * 180, `snapshot: ${snapshot.decoded} bytes of JSON`);
  for (const turn of [live, liveLarge]) {
    assert.ok(turn.bytes > 100 && turn.bytes <= budget.liveBytes, `live turn: ${turn.bytes} bytes`);
    assert.ok(turn.messages <= budget.liveMessages, `live turn: ${turn.kinds.join(' ')}`);
  }
});
