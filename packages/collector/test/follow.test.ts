import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { noFacts } from '../src/fold.ts';
import { type Cursor, ceiling, follow } from '../src/read/follow.ts';
import { foldLines } from '../src/read/session.ts';
import { claude, jsonl, session } from './logs.ts';

const folder = mkdtempSync(join(tmpdir(), 'bureau-follow-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function all(path: string, cursor: Cursor) {
  const lines: string[] = [];
  let tooLong = 0;
  for (let more = true; more; ) {
    const next = follow(path, cursor);
    lines.push(...next.lines);
    tooLong += next.tooLong;
    cursor = next.cursor;
    more = next.more;
  }
  return { lines, cursor, tooLong };
}

describe('following a log', () => {
  it('gives the same facts however the bytes come in', () => {
    const id = session(1);
    const records = [
      claude.user(id, 'Räume den Laden auf 가게 정리'),
      claude.tool(id, 't', 'Bash', { command: 'ls' }),
      claude.result(id, 't'),
      claude.end(id, '다 했어요 🎉'),
    ];
    const bytes = Buffer.from(jsonl(...records));
    const whole = foldLines(
      'claude',
      noFacts,
      jsonl(...records)
        .split('\n')
        .filter(Boolean),
    ).facts;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), (cuts) => {
        const path = join(folder, 'split');
        writeFileSync(path, '');
        let cursor: Cursor = { inode: statSync(path).ino, offset: 0 };
        let facts = noFacts;
        let from = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          appendFileSync(path, bytes.subarray(from, cut));
          from = cut;
          const next = all(path, cursor);
          cursor = next.cursor;
          facts = foldLines('claude', facts, next.lines).facts;
        }
        assert.deepEqual(facts, whole);
      }),
      { numRuns: 100 },
    );
  });

  it('passes over a line longer than the ceiling, counts it, and goes on', () => {
    const path = join(folder, 'long');
    writeFileSync(path, `{"a":1}\n"${'x'.repeat(ceiling * 2 + 100)}"\n{"b":2}\n`);
    const read = all(path, { inode: statSync(path).ino, offset: 0 });
    assert.deepEqual(read.lines, ['{"a":1}', '{"b":2}']);
    assert.equal(read.tooLong, 1);
  });
});
