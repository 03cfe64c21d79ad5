import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openCollector } from '../src/index.ts';
import { claude, claudeLog, codex, codexLog, homes, jsonl, living, session } from './logs.ts';

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
  it('is opened at its end, and goes back piece by piece to its start', async () => {
    const id = session(5);
    const said = Array.from({ length: 40 }, (_, n) => `${n} ${'가게 '.repeat(20_000)}`);
    claudeLog(place.claude, id, jsonl(...said.map((text, n) => claude.user(id, text, n % 60))));
    const collector = await open();
    const read: string[] = [];
    let calls = 0;
    for (let before: number | undefined; before !== 0; calls++) {
      assert.ok(calls < 20);
      const piece: NonNullable<ReturnType<typeof collector.transcriptBefore>> = collector.transcriptBefore(
        `claude:${id}`,
        before,
      )!;
      read.unshift(...piece.entries.map(({ text }) => text));
      before = piece.start;
    }
    assert.ok(calls > 2);
    assert.deepEqual(read, said);
    collector.close();
  });
});

describe('a day', () => {
  it('shows who worked on it, earliest first, and what they did', async () => {
    const [a, b] = [session(3), session(4)];
    claudeLog(
      place.claude,
      a,
      jsonl(
        claude.user(a, 'Later', 30),
        claude.tool(a, 't', 'Bash', { command: 'npm test' }, 31),
        claude.result(a, 't', 32),
        claude.tool(a, 'u', 'Edit', { file_path: '/home/ana/my.shop_2/x.txt' }, 33),
        claude.end(a, 'x', 50),
        claude.user(a, 'And again', 3600),
        claude.end(a, 'y', 3660),
        // The day after is not this day's.
        claude.tool(a, 'v', 'Bash', { command: 'ls' }, 24 * 3600),
      ),
    );
    codexLog(place.codex, b, jsonl(codex.meta(b, 0), codex.prompt('Earlier', 1)));
    const collector = await open();
    const day = await collector.day('2026-11-30');
    assert.deepEqual(
      day.map(({ title }) => title),
      ['Earlier', 'Later'],
    );
    assert.deepEqual(
      day[1]!.stretches.map(({ from, to }) => [from.slice(11, 19), to.slice(11, 19)]),
      [
        ['08:00:30', '08:00:50'],
        ['09:00:00', '09:01:00'],
      ],
    );
    assert.equal(day[1]!.did, 'Ran one command, changed one file');
    assert.deepEqual(await collector.day('2026-11-28'), []);
    assert.deepEqual(await collector.day('no date'), []);
    collector.close();
  });
  it('finds a session by words of its title, folder and agent, latest first', async () => {
    const [a, b, c] = [session(3), session(4), session(5)];
    claudeLog(place.claude, a, jsonl(claude.user(a, 'Tidy the shop', 1), claude.end(a, 'x', 2)));
    claudeLog(place.claude, c, jsonl(claude.user(c, 'Tidy it more', 5), claude.end(c, 'x', 6)));
    codexLog(place.codex, b, jsonl(codex.meta(b, 0), codex.prompt('Tidy up 가게', 1)));
    const collector = await open();
    const found = (query: string, limit = 10) => collector.find(query, limit).map(({ title }) => title);
    assert.deepEqual(found('tidy'), ['Tidy it more', 'Tidy the shop', 'Tidy up 가게']);
    assert.deepEqual(found('TIDY codex 가게'), ['Tidy up 가게']);
    assert.deepEqual(found('my.shop_2', 1), ['Tidy it more']);
    assert.deepEqual(found('nothing like it'), []);
    collector.close();
  });
});

describe('another language', () => {
  it('is spoken by the desks that live', async () => {
    const id = session(6);
    living(place.claude, id, 'waiting');
    claudeLog(place.claude, id, jsonl(claude.user(id, 'Tidy'), claude.tool(id, 't', 'Bash', { command: 'ls' })));
    const collector = await open();
    assert.equal(collector.desks()[0]!.doing, 'Waits for your answer');
    await collector.speak('ko');
    assert.equal(collector.desks()[0]!.doing, '답을 기다립니다');
    collector.close();
  });
});
