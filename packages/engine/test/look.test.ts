import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Action, Chip, Reading } from '@bureau/contracts';
import fc from 'fast-check';
import { readIndex } from '../src/look/git-index.ts';
import { look } from '../src/look/look.ts';
import { tempFolder } from './support/engine.ts';

const reading = (chips: Chip[], ...paths: string[]): Reading => ({
  title: '',
  sentence: '',
  chips,
  places: paths.map((path) => ({ id: 'inside', path })),
  confident: true,
  grantable: true,
  details: [],
});
const command = (cwd: string, text = 'x'): Action => ({ kind: 'command', shell: 'bash', command: text, cwd });

describe('a look at the folder', () => {
  it('tells what is there, what is not, how much it is, and where links lead', async () => {
    using temp = tempFolder();
    const folder = realpathSync(temp.path);
    mkdirSync(join(folder, 'build/deep'), { recursive: true });
    writeFileSync(join(folder, 'build/a'), 'abc');
    writeFileSync(join(folder, 'build/deep/b'), 'de');
    symlinkSync('/etc', join(folder, 'out'));
    const { paths } = await look(
      command(folder),
      reading(['deletes'], join(folder, 'build'), join(folder, 'nothing'), join(folder, 'out/hosts')),
    );
    assert.deepEqual(paths[0], { path: join(folder, 'build'), exists: true, kind: 'folder', files: 2, bytes: 5 });
    assert.deepEqual(paths[1], { path: join(folder, 'nothing'), exists: false });
    assert.equal(paths[2]?.realPath, '/etc/hosts');
  });

  it('tells whether git could bring it back, without starting git', async () => {
    using temp = tempFolder();
    const folder = realpathSync(temp.path);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'ignore' });
    mkdirSync(join(folder, 'kept'));
    for (const name of ['kept/a', 'kept/b', 'changed', 'new']) writeFileSync(join(folder, name), name);
    for (const version of ['2', '4']) {
      git('init', '-q');
      git('config', 'index.version', version);
      git('add', 'kept', 'changed');
      git('update-index', '--index-version', version);
      writeFileSync(join(folder, 'changed'), 'something else');
      const { paths } = await look(
        command(folder),
        reading(['deletes'], ...['kept', 'kept/a', 'changed', 'new'].map((name) => join(folder, name))),
      );
      assert.deepEqual(
        paths.map(({ inGit }) => inGit),
        [true, true, false, false],
        `index version ${version}`,
      );
    }
  });

  it('reads any bytes as an index without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 2, max: 4 }), (bytes, version) => {
        const head = Buffer.alloc(12);
        head.write('DIRC');
        head.writeUInt32BE(version, 4);
        head.writeUInt32BE(1000, 8);
        readIndex(Buffer.concat([head, bytes]));
      }),
    );
  });

  it('reads what project tasks run, one level', async () => {
    using temp = tempFolder();
    writeFileSync(
      join(temp.path, 'package.json'),
      JSON.stringify({ scripts: { clean: 'rm -rf build', test: 'node --test', pretest: 'npm run clean' } }),
    );
    writeFileSync(join(temp.path, 'Makefile'), 'all: x\n\techo all\n\nwipe:\n\t@rm -rf out\n\t-echo gone\n');
    const tasks = async (text: string) => (await look(command(temp.path, text), reading([]))).tasks;
    assert.deepEqual(await tasks('npm run clean && echo'), [{ task: 'npm run clean', runs: 'rm -rf build' }]);
    assert.deepEqual(await tasks('npm test'), [{ task: 'npm test', runs: 'npm run clean && node --test' }]);
    assert.deepEqual(await tasks('make wipe'), [{ task: 'make wipe', runs: 'rm -rf out\necho gone' }]);
    assert.deepEqual(await tasks('npm install left-pad; make'), []);
  });
});
