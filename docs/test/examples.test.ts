import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { playExamples } from './plays.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const examples = join(root, 'docs', 'examples');

describe('examples', () => {
  playExamples({
    node: () => process.execPath,
    file: (name) => join(examples, `${name}.ts`),
    bureau: () => `${process.execPath} ${join(root, 'packages/cli/bin/bureau.js')}`,
  });
  it('are under 30 lines each', () => {
    for (const name of readdirSync(examples))
      if (name.endsWith('.ts'))
        assert.ok(readFileSync(join(examples, name), 'utf8').trim().split('\n').length < 30, name);
  });
});
