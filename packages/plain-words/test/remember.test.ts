import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAction } from '../src/index.ts';
import { remember } from '../src/remember.ts';

it('keeps the last results, drops the oldest, and makes each once', () => {
  const made: string[] = [];
  const keep = remember<string>(2);
  const read = (key: string) => keep(key, () => `${key}${made.push(key)}`);
  assert.deepEqual(
    [read('a'), read('b'), read('a'), read('c'), read('a'), read('b')],
    ['a1', 'b2', 'a1', 'c3', 'a1', 'b4'],
  );
});
it('never mixes up where a command runs', () => {
  const read = (folder: string, cwd: string) =>
    readAction(
      { kind: 'command', shell: 'bash', command: 'rm a.txt', cwd },
      { folder, home: '/home/ana', language: 'en' },
    ).places[0]?.id;
  assert.deepEqual(
    [
      read('/home/ana/shop', '/home/ana/shop'),
      read('/home/ana/shop', '/home/ana'),
      read('/srv/x', '/home/ana/shop'),
      read('/home/ana/shop', '/home/ana/shop'),
    ],
    ['inside', 'home', 'home', 'inside'],
  );
});
