import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openCollector } from '../src/index.ts';
import { claude, claudeLog, codex, codexLog, homes, jsonl, session } from './logs.ts';

let place: ReturnType<typeof homes>;
beforeEach(() => {
  place = homes();
});
afterEach(() => place.remove());

const open = async () => {
  const collector = openCollector({ claudeDirs: [place.claude], codexDirs: [place.codex], watch: false });
  await collector.ready;
  return collector;
};

describe('a log as people read it', () => {
  it('tells what was said and done, and counts what it cannot read', async () => {
    const id = session(1);
    claudeLog(
      place.claude,
      id,
      `${jsonl(claude.user(id, 'Tidy the shop'), claude.tool(id, 't', 'Bash', { command: 'ls' }))}{torn\n${jsonl(claude.result(id, 't'), claude.end(id))}`,
    );
    const collector = await open();
    const read = collector.transcript(`claude:${id}`, 0)!;
    assert.deepEqual(
      read.entries.map(({ who }) => who),
      ['person', 'step', 'agent'],
    );
    assert.equal(read.entries[2]!.text, 'All done.');
    assert.deepEqual([read.unread, read.next], [1, null]);
    assert.equal(collector.transcript('claude:nobody', 0), null);
    collector.close();
  });
  it('comes in pieces, each record once, past a line that is longer than a piece', async () => {
    const id = session(2);
    const path = codexLog(
      place.codex,
      id,
      jsonl(
        codex.meta(id),
        codex.prompt('One'),
        { type: 'x', payload: 'y'.repeat(9 << 20) },
        codex.prompt('Two'),
        { type: 'x', payload: 'y'.repeat(3 << 20) },
        codex.prompt('Three'),
      ),
    );
    const collector = await open();
    const said: string[] = [];
    let calls = 0;
    for (let from: number | null = 0; from !== null; calls++) {
      assert.ok(from < statSync(path).size && calls < 20);
      const read: NonNullable<ReturnType<typeof collector.transcript>> = collector.transcript(`codex:${id}`, from)!;
      said.push(...read.entries.map(({ text }) => text));
      from = read.next;
    }
    assert.deepEqual(said, ['One', 'Two', 'Three']);
    collector.close();
  });
});

describe('a day', () => {
  it('shows who worked on it, earliest first', async () => {
    const [a, b] = [session(3), session(4)];
    claudeLog(place.claude, a, jsonl(claude.user(a, 'Later', 30), claude.end(a, 'x', 50)));
    codexLog(place.codex, b, jsonl(codex.meta(b, 0), codex.prompt('Earlier', 1)));
    const collector = await open();
    assert.deepEqual(
      collector.day('2026-11-30').map(({ title }) => title),
      ['Earlier', 'Later'],
    );
    assert.deepEqual(collector.day('2026-11-28'), []);
    assert.deepEqual(collector.day('no date'), []);
    collector.close();
  });
});
