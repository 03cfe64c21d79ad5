import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fetchNode } from '@bureau/testing';
import { playExamples } from '../plays.ts';
import { compile, done, makeConsumer } from './consumer.ts';

const consumer = mkdtempSync(join(tmpdir(), 'bureau-packed-'));
const node22 = '22.23.5';
const nodes: Record<string, string> = { 24: process.execPath };
before(async () => {
  nodes[22] = await fetchNode(node22);
  await makeConsumer(consumer);
  done(await compile(consumer, { module: 'nodenext', moduleResolution: 'nodenext' }));
});
after(() => rmSync(consumer, { recursive: true, force: true }));

describe('packed libraries in an empty project', () => {
  it('hold JavaScript and types, no source that only this repository can run', () => {
    const installed = join(consumer, 'node_modules', '@bureau');
    assert.deepEqual(readdirSync(installed).sort(), ['agents', 'containment', 'contracts', 'lines', 'plain-words']);
    for (const name of readdirSync(installed)) {
      const files = readdirSync(join(installed, name), { recursive: true, encoding: 'utf8' });
      assert.deepEqual(
        files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')),
        [],
      );
      const { exports } = JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8')) as {
        exports: Record<string, Record<string, string>>;
      };
      for (const door of Object.values(exports))
        for (const path of Object.values(door)) assert.ok(existsSync(join(installed, name, path)), `${name} ${path}`);
      assert.match(readFileSync(join(installed, name, 'README.md'), 'utf8'), new RegExp(`^# @bureau/${name}\n`));
    }
  });
  it('pass a strict type check through a bundler’s eyes too', async () => {
    done(await compile(consumer, { module: 'preserve', moduleResolution: 'bundler' }));
  });
  it('are refused by that type check when used wrongly', async () => {
    const wrong = join(consumer, 'src', 'wrong.ts');
    writeFileSync(wrong, "import { readAction } from '@bureau/plain-words';\nreadAction({ kind: 'command' });\n");
    const result = await compile(consumer, { module: 'nodenext', moduleResolution: 'nodenext' });
    rmSync(wrong);
    assert.ok(result.ok && result.code !== 0);
    assert.match(result.stdout, /wrong\.ts/);
  });
});

for (const major of ['22', '24'] as const) {
  describe(`the examples on packed libraries, Node ${major}`, () => {
    playExamples({
      node: () => nodes[major]!,
      file: (name) => join(consumer, 'js', `${name}.js`),
      // `bureau` itself asks for Node 24; a page made with the libraries need not.
      bureau: () => `${nodes[24]} ${join(consumer, 'node_modules', 'bureau', 'bin', 'bureau.js')}`,
    });
  });
}
