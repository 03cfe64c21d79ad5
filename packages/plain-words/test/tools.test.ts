import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolKind } from '@bureau/contracts';
import fc from 'fast-check';
import { readAction } from '../src/index.ts';

const world = { folder: '/home/ana/shop', home: '/home/ana', language: 'en' } as const;
const read = (tool: ToolKind, name: string, input: unknown) =>
  readAction({ kind: 'tool', tool, name, input, cwd: '/home/ana/shop' }, world);

describe('requests that are not commands', () => {
  it('ask in plain words', () => {
    assert.equal(read('write', 'Write', { file_path: 'src/a.ts', content: 'x' }).title, 'Write src/a.ts?');
    assert.equal(
      read('fetch', 'WebFetch', { url: 'https://docs.python.org/3/', prompt: 'p' }).title,
      'Get a page from docs.python.org: https://docs.python.org/3/?',
    );
  });

  it('name every file of a patch', () => {
    const changes = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: `src/${name}.ts`, kind: 'delete', diff: '' }));
    const reading = read('patch', 'fileChange', { changes });
    assert.equal(reading.title, 'Delete src/a.ts, src/b.ts, src/c.ts and 2 more?');
    const details = reading.details.map((one) => one.sentence).join('\n');
    for (const { path } of changes) assert.ok(details.includes(path), path);
  });

  it('accept anything as arguments', () => {
    const kinds: ToolKind[] = ['write', 'edit', 'patch', 'fetch', 'mcp', 'read', 'search', 'other'];
    const names = [
      'Write',
      'Edit',
      'fileChange',
      'WebFetch',
      'WebSearch',
      'Glob',
      'mcp__a__b',
      'permissions',
      'TaskStop',
      '',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary' })),
        fc.oneof(
          fc.anything({ maxDepth: 4 }),
          fc.dictionary(
            fc.constantFrom('file_path', 'path', 'url', 'changes', 'edits', 'permissions', 'pattern', 'query', 'kind'),
            fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.anything({ maxDepth: 3 })),
          ),
        ),
        (tool, name, input) => {
          const reading = read(tool, name, input);
          assert.ok(reading.title.length > 0 && reading.sentence.length > 0);
          assert.equal(reading.confident, !reading.chips.includes('maybe'));
          assert.ok(reading.confident || !reading.grantable);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
