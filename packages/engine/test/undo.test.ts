import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Opened, opened } from './support/engine.ts';

const write = (on: Opened, name: string, text: string) => {
  mkdirSync(join(on.folder, name, '..'), { recursive: true });
  writeFileSync(join(on.folder, name), text);
};
const read = (on: Opened, name: string) => readFileSync(join(on.folder, name), 'utf8');

/** A task whose one turn does `work` in the folder. */
async function turn(on: Opened, work: () => void): Promise<string> {
  const next = on.agent.next();
  const started = await on.engine.start({ agent: 'codex', folder: on.folder, prompt: 'go' });
  assert.ok(started.ok);
  const session = await next;
  await session.heard;
  session.emit({ type: 'session', agentSessionId: 'x' }, { type: 'turn-started', origin: 'user' });
  work();
  session.emit({ type: 'turn-ended', state: 'completed', origin: 'user' });
  await on.engine.command(started.task, { type: 'finish' });
  return started.task;
}

describe('undo', () => {
  it('shows what changed, also deletes and moves, and puts it all back', async () => {
    await using on = await opened();
    write(on, 'a.txt', 'one\n');
    write(on, 'deep/b.txt', 'two\n');
    write(on, 'old-name.txt', 'moved\n');
    const task = await turn(on, () => {
      write(on, 'a.txt', 'one\nmore\n');
      rmSync(join(on.folder, 'deep'), { recursive: true });
      write(on, 'new/c.txt', 'three\n');
      rmSync(join(on.folder, 'old-name.txt'));
      write(on, 'new-name.txt', 'moved\n');
    });
    const { files } = await on.engine.calls['task.changes']({ task });
    assert.deepEqual(files.map(({ path, change, from }) => [path, change, from]).sort(), [
      ['a.txt', 'changed', undefined],
      ['deep/b.txt', 'deleted', undefined],
      ['new-name.txt', 'moved', 'old-name.txt'],
      ['new/c.txt', 'created', undefined],
    ]);
    const { diff } = await on.engine.calls['task.diff']({ task, path: 'a.txt' });
    assert.match(diff, /^\+more$/m);
    const back = await on.engine.calls['task.put-back']({ task, paths: null });
    assert.deepEqual(back.conflicts, []);
    assert.equal(read(on, 'a.txt'), 'one\n');
    assert.equal(read(on, 'deep/b.txt'), 'two\n');
    assert.equal(existsSync(join(on.folder, 'new/c.txt')), false);
    assert.deepEqual((await on.engine.calls['task.changes']({ task })).files, []);
  });

  it('asks first where the person has changed a file since', async () => {
    await using on = await opened();
    write(on, 'a.txt', 'one');
    const task = await turn(on, () => write(on, 'a.txt', 'two'));
    write(on, 'a.txt', 'the person’s own');
    write(on, 'own.txt', 'not the task’s');
    const { files } = await on.engine.calls['task.changes']({ task });
    assert.deepEqual(
      files.map(({ path, changedSince }) => [path, changedSince]),
      [['a.txt', true]],
    );
    assert.deepEqual(await on.engine.calls['task.put-back']({ task, paths: ['a.txt'] }), {
      restored: [],
      conflicts: ['a.txt'],
    });
    assert.equal(read(on, 'a.txt'), 'the person’s own');
    assert.deepEqual((await on.engine.calls['task.put-back']({ task, paths: ['a.txt'], force: true })).restored, [
      'a.txt',
    ]);
    assert.equal(read(on, 'a.txt'), 'one');
    assert.equal(read(on, 'own.txt'), 'not the task’s');
  });

  it('leaves ignored files alone, says which huge ones it left out, and never writes through a link', async () => {
    await using on = await opened();
    write(on, '.gitignore', 'out/\n*.log\n!keep.log\n');
    write(on, 'out/x', '1');
    write(on, 'keep.log', '1');
    write(on, 'huge.bin', 'x'.repeat(21 * 1024 * 1024));
    write(on, 'sub/inner.txt', '1');
    const outside = join(on.dataDir, 'outside');
    mkdirSync(outside);
    const task = await turn(on, () => {
      write(on, 'out/x', '2');
      write(on, 'a.log', '2');
      write(on, 'keep.log', '2');
      rmSync(join(on.folder, 'sub'), { recursive: true });
      symlinkSync(outside, join(on.folder, 'sub'));
    });
    const { files, leftOut } = await on.engine.calls['task.changes']({ task });
    assert.deepEqual(files.map(({ path }) => path).sort(), ['keep.log', 'sub/inner.txt']);
    assert.deepEqual(leftOut, ['huge.bin (larger than 20 MiB)']);
    const back = await on.engine.calls['task.put-back']({ task, paths: null, force: true });
    assert.deepEqual(back.conflicts, ['sub/inner.txt']);
    assert.equal(existsSync(join(outside, 'inner.txt')), false);
  });

  it('keeps modes, and what it kept goes with its task', async () => {
    await using on = await opened();
    write(on, 'run.sh', '#!/bin/sh\n');
    const mode = statSync(join(on.folder, 'run.sh')).mode;
    const task = await turn(on, () => rmSync(join(on.folder, 'run.sh')));
    await on.engine.calls['task.put-back']({ task, paths: null });
    assert.equal(statSync(join(on.folder, 'run.sh')).mode, mode);
    await on.engine.calls['task.delete']({ task });
    assert.equal(on.engine.tasks().length, 0);
    assert.equal(on.engine.snapshot(task), null);
  });
});
