import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { TaskEvent } from '@bureau/contracts';
import { journalOn } from '../src/journal/journal.ts';
import { openDatabase } from '../src/journal/open.ts';
import { pairsOf } from '../src/journal/pairs.ts';
import { migrations } from '../src/journal/schema.ts';
import { evolve } from '../src/task/evolve.ts';
import { initialState, type TaskState } from '../src/task/state.ts';
import { toSummary } from '../src/task/view.ts';
import { opened, tempFolder } from './support/engine.ts';

const at = '2026-12-01T09:00:00.000Z';
const first: TaskEvent = {
  seq: 1,
  at,
  task: 't-1',
  type: 'task',
  agent: 'claude',
  agentVersion: null,
  folder: '/w',
  prompt: 'tidy',
};
const folded = (...events: TaskEvent[]): TaskState => events.reduce(evolve, { ...initialState, task: 't-1' });
const open = (dataDir: string) => {
  const result = openDatabase(dataDir);
  if (!result.ok) throw new Error(result.error.message);
  return { ...result, journal: journalOn(result.db) };
};

describe('the journal', () => {
  it('is only its owner’s to read', { skip: process.platform === 'win32' && 'modes are POSIX’s' }, () => {
    using temp = tempFolder();
    const dataDir = join(temp.path, 'data');
    const { journal } = open(dataDir);
    journal.append([{ task: 't-1', events: [first], summary: toSummary(folded(first)) }]);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
    journal.close();
  });

  for (const version of migrations.keys())
    it(`brings a file of version ${version} up to date`, () => {
      using temp = tempFolder();
      const db = new DatabaseSync(join(temp.path, 'journal.db'));
      for (const step of migrations.slice(0, version)) db.exec(step);
      db.exec(`PRAGMA user_version = ${version}`);
      if (version > 0) {
        db.exec('INSERT INTO tasks (task, created, changed, summary) VALUES (\'t-0\', 1, 1, \'{"title":"old"}\')');
        db.exec("INSERT INTO words (task, seq, at, text) VALUES (1, 1, 1, 'an older needle')");
      }
      db.close();
      const { journal } = open(temp.path);
      journal.append([{ task: 't-1', events: [first], summary: toSummary(folded(first)) }]);
      assert.equal(journal.events('t-1', 1, 9).length, 1);
      assert.equal(journal.search('tidy', 5).length, 1);
      assert.equal(journal.search('older needle', 5).length, version > 0 ? 1 : 0);
      journal.remove(['t-0', 't-1']);
      assert.deepEqual([...journal.search('tidy', 5), ...journal.search('needle', 5)], []);
      journal.close();
    });

  it('of a newer Bureau is left alone, and says so', () => {
    using temp = tempFolder();
    const db = new DatabaseSync(join(temp.path, 'journal.db'));
    db.exec('PRAGMA user_version = 999; CREATE TABLE x (y)');
    db.close();
    const result = openDatabase(temp.path);
    assert.ok(!result.ok);
    assert.match(result.error.message, /newer Bureau/);
    const again = new DatabaseSync(join(temp.path, 'journal.db'));
    assert.deepEqual({ ...again.prepare('PRAGMA user_version').get() }, { user_version: 999 });
    again.close();
  });

  it('that is damaged is put aside whole, and a new one begun', () => {
    using temp = tempFolder();
    writeFileSync(join(temp.path, 'journal.db'), 'this is no database at all, but somebody’s bytes'.repeat(50));
    const { journal, putAside } = open(temp.path);
    assert.ok(putAside !== null && existsSync(putAside));
    journal.append([{ task: 't-1', events: [first], summary: toSummary(folded(first)) }]);
    journal.close();
  });

  it('gives back a task from its kept state and the events after it', () => {
    using temp = tempFolder();
    const { journal } = open(temp.path);
    const second: TaskEvent = { seq: 2, at, task: 't-1', type: 'title', title: 'other' };
    const state = folded(first);
    journal.append([{ task: 't-1', events: [first], summary: toSummary(state), state: JSON.stringify(state) }]);
    journal.append([{ task: 't-1', events: [second], summary: toSummary(evolve(state, second)) }]);
    const { state: kept, after } = journal.open('t-1')!;
    assert.deepEqual(JSON.parse(kept!), state);
    assert.deepEqual(after, [second]);
    journal.close();
  });

  it('keeps large outputs in pieces, and gives them from any character on', () => {
    using temp = tempFolder();
    const { journal } = open(temp.path);
    const text = '가나다라마바사'.repeat(100_000);
    const batch = { task: 't-1', events: [first], summary: toSummary(folded(first)) };
    journal.append([{ ...batch, outputs: [{ output: 's1', start: 0, text, whole: true }] }]);
    let read = '';
    for (let from = 0, more = true; more; from = read.length) {
      const piece = journal.output('t-1', 's1', from)!;
      assert.equal(piece.length, text.length);
      read += piece.text;
      more = piece.more;
    }
    assert.ok(read === text);
    assert.equal(journal.output('t-1', 's1', 12_345)!.text.slice(0, 10), text.slice(12_345, 12_355));
    journal.close();
  });

  it('finds words of two Korean or Chinese characters', () => {
    assert.equal(pairsOf('설정 파일'), '설정 파일');
    assert.equal(pairsOf('plain text'), '');
    assert.equal(pairsOf('刪除資料夾x'), '刪除 除資 資料 料夾');
  });

  it('can be shared by two processes', () => {
    using temp = tempFolder();
    const one = open(temp.path);
    const other = open(temp.path);
    const version = one.journal.dataVersion();
    other.journal.append([{ task: 't-1', events: [first], summary: toSummary(folded(first)) }]);
    assert.notEqual(one.journal.dataVersion(), version);
    assert.equal(one.journal.tasks().length, 1);
    one.journal.close();
    other.journal.close();
  });
});

describe('a journal that can’t be written', () => {
  it('locked: work goes on and is told; when it is let go, nothing is missing', async () => {
    await using on = await opened();
    const next = on.agent.next();
    const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'go' });
    assert.ok(started.ok);
    const session = await next;
    await session.heard;
    const other = new DatabaseSync(join(on.dataDir, 'journal.db'));
    other.exec('BEGIN IMMEDIATE');
    for (let i = 0; i < 2; i++) {
      session.emit({ type: 'text', messageId: `m${i}`, text: `text ${i}`, final: true });
      await on.until('text', ({ text }) => text === `text ${i}`);
    }
    other.exec('ROLLBACK');
    other.close();
    await on.engine.command(started.task, { type: 'finish' });
    const texts = on.engine.events(started.task, 1, 99).flatMap((event) => (event.type === 'text' ? [event.text] : []));
    assert.deepEqual(texts, ['text 0', 'text 1']);
  });

  it('full: a clear word, and what was kept before stays', {
    skip: process.getuid?.() !== 0 && 'a small file system wants root',
  }, async () => {
    using temp = tempFolder();
    const disk = join(temp.path, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    } catch {
      // No right to mount here (an unprivileged container): SQLite's own limit stands for the disk.
      await fillBySqlite();
      return;
    }
    try {
      await fill(disk);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

async function fill(dataDir: string): Promise<void> {
  await using on = await opened({ dataDir });
  const next = on.agent.next();
  const started = await on.engine.start({ agent: 'claude', folder: on.folder, prompt: 'go' });
  assert.ok(started.ok);
  const session = await next;
  await session.heard;
  for (let i = 0; i < 20; i++)
    session.emit({ type: 'text', messageId: `m${i}`, text: 'x'.repeat(100_000) + i, final: true });
  const notice = await on.until('notice', ({ code }) => code === 'journal');
  assert.match(notice.message, /full/);
  assert.match(on.engine.trouble()!, /full/);
  assert.equal(on.events.filter(({ type }) => type === 'text').length, 20, 'everything was told all the same');
  assert.equal(on.engine.events(started.task, 1, 1).length, 1);
  const stopped = await on.engine.command(started.task, { type: 'stop' });
  assert.ok(stopped.ok, 'a stop does not depend on the disk');
  await on.until('ended');
}

async function fillBySqlite(): Promise<void> {
  using temp = tempFolder();
  const { db, journal } = open(temp.path);
  db.exec('PRAGMA max_page_count = 60');
  const long: TaskEvent = {
    seq: 2,
    at,
    task: 't-1',
    type: 'text',
    messageId: 'm',
    text: 'x'.repeat(500_000),
    final: true,
  };
  journal.append([{ task: 't-1', events: [first], summary: toSummary(folded(first)) }]);
  assert.throws(() => journal.append([{ task: 't-1', events: [long], summary: toSummary(folded(first)) }]), /full/);
  assert.equal(journal.events('t-1', 1, 9).length, 1);
  journal.close();
}
