import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '@bureau/containment';

const main = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'src', 'main.ts');

async function explain(args: readonly string[], input?: string) {
  const env = { PATH: process.env['PATH'], HOME: '/home/ana' };
  const result = await run(
    { command: process.execPath, args: [main, 'explain', ...args], cwd: '/', env, task: 'explain' },
    input === undefined ? {} : { input },
  );
  assert.ok(result.ok);
  return { code: result.code, out: result.stdout, err: result.stderr };
}

describe('bureau explain', () => {
  it('reads one command as JSON', async () => {
    const { code, out } = await explain(['--json', '--folder', '/home/ana/shop', '--', 'rm', '-rf', 'build', 'my old']);
    const line = JSON.parse(out);
    assert.equal(code, 0);
    assert.ok(line.chips.includes('deletes') && line.confident);
    assert.deepEqual(
      line.places.map(({ id }: { id: string }) => id),
      ['inside', 'inside'],
    );
    assert.match(`${line.title} ${line.sentence} ${JSON.stringify(line.details)}`, /my old/);
  });
  it('reads one command in words, in each language', async () => {
    assert.match((await explain(['--folder', '/home/ana/shop', '--', 'rm -rf build'])).out, /build/);
    assert.match((await explain(['--lang', 'ko', '--folder', '/home/ana/shop', '--', 'rm -rf build'])).out, /삭제/);
    assert.match((await explain(['--lang', 'zh-TW', '--folder', '/home/ana/shop', '--', 'rm -rf build'])).out, /刪/);
  });
  it('reads many, in order, and goes on past broken lines', async () => {
    const lines = [
      JSON.stringify({ id: 'a', cwd: '/home/ana/shop', folder: '/home/ana/shop', command: 'ls' }),
      'not json',
      '[]',
      JSON.stringify({ id: 'b', cwd: '/home/ana/shop' }),
      '',
      JSON.stringify({
        id: 7,
        tool: 'write',
        name: 'Write',
        input: { file_path: 'a.txt', content: '' },
        cwd: '/home/ana/shop',
        folder: '/home/ana/shop',
      }),
      JSON.stringify({ id: 'c', tool: 'hologram', input: null, cwd: '/home/ana/shop', folder: '/home/ana/shop' }),
      JSON.stringify({
        id: 'd',
        shell: 'cmd',
        command: 'del /q a.txt',
        cwd: 'C:\\Users\\Ana\\shop',
        folder: 'C:\\Users\\Ana\\shop',
        home: 'C:\\Users\\Ana',
      }),
    ];
    const { code, out } = await explain(['--batch'], lines.join('\n'));
    const read = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(code, 0);
    assert.deepEqual(
      read.map(({ id }) => id),
      ['a', null, null, 'b', 7, 'c', 'd'],
    );
    assert.deepEqual(
      read.map(({ error }) => error !== undefined),
      [false, true, true, true, false, false, false],
    );
    assert.ok(read[6].chips.includes('deletes'));
  });
  it('says what is wrong with the call, and does nothing', async () => {
    for (const args of [[], ['--shell', 'fish', '--', 'ls'], ['--lang', 'xx', '--', 'ls'], ['--nonsense']]) {
      const { code, out, err } = await explain(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^bureau explain: /);
    }
  });
});
