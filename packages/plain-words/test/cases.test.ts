import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caseFiles, casesOf, judge, readCase } from './judge.ts';

describe('cases', () => {
  const seen = new Set<string>();
  for (const file of caseFiles()) {
    it(`of ${file} are read right`, () => {
      const wrong = casesOf(file).flatMap((one) => {
        assert.ok(!seen.has(one.id), `two cases are called ${one.id}`);
        seen.add(one.id);
        const faults = judge(one, readCase(one));
        return faults.length > 0
          ? [`${one.id} ${one.command ?? `${one.name} ${JSON.stringify(one.input)}`}: ${faults.join('; ')}`]
          : [];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
