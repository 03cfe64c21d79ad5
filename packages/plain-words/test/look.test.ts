import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Look, type LookedPath, readAction, stepTitle, turnSummary } from '../src/index.ts';

const world = { folder: '/home/ana/shop', home: '/home/ana', language: 'en' } as const;
const windows = { folder: 'C:\\Users\\Ana\\shop', home: 'C:\\Users\\Ana', language: 'en' } as const;
const cmd = (command: string) => ({ kind: 'command', shell: 'cmd', command, cwd: windows.folder }) as const;
const write = (file_path: string) =>
  ({ kind: 'tool', tool: 'write', name: 'Write', input: { file_path, content: 'x' }, cwd: world.folder }) as const;
const seen = (...paths: LookedPath[]): Look => ({ paths, tasks: [] });

describe('a look at the folder', () => {
  it('tells creating from changing', () => {
    const path = '/home/ana/shop/a.txt';
    const fresh = readAction(write(path), { ...world, look: seen({ path, exists: false }) });
    assert.equal(fresh.title, 'Create a.txt?');
    assert.deepEqual(fresh.chips, ['creates']);
    const there = readAction(write(path), { ...world, look: seen({ path, exists: true, kind: 'file', inGit: false }) });
    assert.equal(there.title, 'Replace what is in a.txt?');
    assert.deepEqual(there.chips, ['changes']);
    assert.match(there.sentence, /Git could not bring a\.txt back/);
  });

  it('says how much a delete takes, and whether git could bring it back', () => {
    const path = 'C:\\Users\\Ana\\shop\\build';
    const look = seen({ path, exists: true, kind: 'folder', files: 214, bytes: 12_000_000, inGit: true });
    const reading = readAction(cmd('rd /s /q build'), { ...windows, look });
    assert.equal(reading.title, 'Delete the folder build and the 214 files in it, 12 MB?');
    assert.match(reading.sentence, /Git could bring build back/);
  });

  it('names where a link really leads, and its place', () => {
    const path = '/home/ana/shop/data';
    const look = seen({ path, exists: true, realPath: '/mnt/disk/data' });
    const reading = readAction(write(path), { ...world, look });
    assert.deepEqual(reading.places, [{ id: 'disk', path: '/mnt/disk/data' }]);
    assert.match(reading.sentence, /data is a link: it really leads to \/mnt\/disk\/data/);
  });

  it('speaks of no link where the chosen folder itself lies behind one', () => {
    const path = '/home/ana/shop/a.txt';
    const look: Look = {
      ...seen({ path, exists: true, realPath: '/data/ana/shop/a.txt' }),
      realFolder: '/data/ana/shop',
    };
    const reading = readAction(write(path), { ...world, look });
    assert.deepEqual(reading.places, [{ id: 'inside', path }]);
    assert.doesNotMatch(reading.sentence, /link/);
    const elsewhere: Look = {
      ...seen({ path, exists: true, realPath: '/data/ana/shop2/a.txt' }),
      realFolder: '/data/ana/shop',
    };
    assert.match(readAction(write(path), { ...world, look: elsewhere }).sentence, /link/);
  });

  it('knows that a deleted link goes alone', () => {
    const path = 'C:\\Users\\Ana\\shop\\data';
    const look = seen({ path, exists: true, kind: 'other', realPath: 'D:\\data' });
    const reading = readAction(cmd('rd data'), { ...windows, look });
    assert.deepEqual(reading.places, [{ id: 'inside', path }]);
    assert.match(reading.sentence, /only the link goes, D:\\data stays/);
  });

  it('reads what a project task would run, one level', () => {
    const look: Look = { paths: [], tasks: [{ task: 'npm run clean', runs: 'rd /s /q dist' }] };
    const reading = readAction(cmd('npm run clean'), { ...windows, look });
    assert.ok(reading.chips.includes('deletes'));
    assert.match(reading.details.map((one) => one.sentence).join(' '), /npm run clean runs: rd \/s \/q dist/);
  });
});

describe('steps and turns', () => {
  it('are named in the past', () => {
    assert.equal(stepTitle(write('/home/ana/shop/src/a.ts'), world), 'Wrote src/a.ts');
    assert.equal(stepTitle(cmd('deploy.bat prod'), windows), 'Ran deploy.bat prod');
    assert.equal(stepTitle(cmd('type a.txt & type b.txt'), windows), 'Looked at 2 files');
    assert.equal(stepTitle(cmd('rd /s /q build'), windows), 'Deleted build with everything in it');
  });

  it('are summed up, and only what was done', () => {
    const edit = (file_path: string) =>
      ({
        kind: 'tool',
        tool: 'edit',
        name: 'Edit',
        input: { file_path, old_string: 'a', new_string: 'b' },
        cwd: windows.folder,
      }) as const;
    const actions = [
      { action: cmd('npm test'), done: true },
      { action: cmd('del old.txt'), done: true },
      { action: edit('a.ts'), done: true },
      { action: edit('a.ts'), done: true },
      { action: edit('b.ts'), done: true },
      { action: edit('c.ts'), done: true },
      { action: cmd('rd /s /q src'), done: false },
    ];
    assert.equal(turnSummary(actions, windows), 'Ran 2 commands, changed 3 files, may have deleted 1');
    assert.equal(turnSummary([], windows), '');
  });
});
