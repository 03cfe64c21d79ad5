import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCodexSchemas, toWords } from '../src/agents/check-codex.ts';
import { pinned } from '../src/agents/fetch.ts';

describe('comparing the protocols of two versions of Codex', () => {
  it('sees fields, words and types, not their order or comments', () => {
    const one =
      '// made\nimport type { B } from "./B";\n/** old */\nexport type A = { kind: "x" | "y", /* a */ b?: B | null, };';
    const two = 'import type { B } from "./B";\nexport type A = { b?: B | null, kind: "x" | "y" };';
    assert.deepEqual([...toWords(one)].sort(), [...toWords(two)].sort());
    assert.notDeepEqual([...toWords(one)].sort(), [...toWords(two.replace('"y"', '"z"'))].sort());
    assert.notDeepEqual([...toWords(one)].sort(), [...toWords(two.replace('b?:', 'c?:'))].sort());
  });

  it('finds nothing between a version and itself, asked of the real binary', async () => {
    assert.deepEqual(await compareCodexSchemas(pinned.codex[0]), []);
  });
});
