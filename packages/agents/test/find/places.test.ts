import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { describe, it } from 'node:test';
import { candidates } from '../../src/find/candidates.ts';
import { toNative } from '../../src/find/native.ts';
import type { Machine } from '../../src/find/types.ts';

const elf = '\x7fELF';
const shim = '#!/usr/bin/env node\n';

/** A machine made of these files (path → first bytes) and links (path → where it leads). */
function machine(
  platform: NodeJS.Platform,
  env: Record<string, string>,
  files: Record<string, string>,
  links: Record<string, string> = {},
): Machine {
  const { join } = platform === 'win32' ? win32 : posix;
  const behind = (path: string): string => links[path] ?? path;
  return {
    env,
    home: platform === 'win32' ? 'C:\\Users\\Ana' : '/home/ana',
    platform,
    arch: 'x64',
    join,
    list: (folder) => [
      ...new Set(
        Object.keys(files)
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0]!),
      ),
    ],
    program: (path) => (behind(path) in files ? behind(path) : null),
    start: (path) => files[path] ?? '',
  };
}

describe('where agents are looked for', () => {
  it('goes by PATH, then the login shell’s, then the usual places, and names each program once', () => {
    const on = machine(
      'linux',
      { PATH: '/usr/bin:/opt/first' },
      { '/opt/first/claude': elf, '/opt/login/claude': elf, '/home/ana/.local/share/claude/versions/9': elf },
      {
        '/home/ana/.local/bin/claude': '/home/ana/.local/share/claude/versions/9',
        '/opt/again/claude': '/opt/first/claude',
      },
    );
    assert.deepEqual(candidates('claude', on, '/opt/again:/opt/login'), [
      '/opt/first/claude',
      '/opt/login/claude',
      '/home/ana/.local/share/claude/versions/9',
    ]);
  });

  it('takes no program from the current folder, which an empty entry of PATH would mean', () => {
    assert.deepEqual(candidates('codex', machine('linux', { PATH: '::' }, { codex: elf }), null), []);
  });

  it('prefers the newest Node of nvm', () => {
    const bin = (version: string) => `/home/ana/.nvm/versions/node/${version}/bin/codex`;
    const on = machine('linux', {}, { [bin('v9.0.0')]: elf, [bin('v22.1.0')]: elf, [bin('v20.9.0')]: elf });
    assert.deepEqual(candidates('codex', on, null), [bin('v22.1.0'), bin('v20.9.0'), bin('v9.0.0')]);
  });

  it('finds npm’s programs on Windows, whatever PATH is called there', () => {
    const npm = 'C:\\Users\\Ana\\AppData\\Roaming\\npm\\codex.cmd';
    assert.deepEqual(
      candidates('codex', machine('win32', { Path: 'C:\\tools' }, { 'C:\\tools\\codex.exe': 'MZ', [npm]: '' }), null),
      ['C:\\tools\\codex.exe'],
    );
    assert.deepEqual(
      candidates(
        'codex',
        machine('win32', { APPDATA: 'C:\\Users\\Ana\\AppData\\Roaming' }, { [npm]: '@echo off' }),
        null,
      ),
      [npm],
    );
  });
});

describe('the native binary behind a shim', () => {
  const modules = '/usr/lib/node_modules';
  const inside = 'vendor/x86_64-unknown-linux-musl/bin/codex';

  it('is found where npm puts it beside the shim, and where it puts it inside', () => {
    const codexJs = `${modules}/@openai/codex/bin/codex.js`;
    for (const native of [
      `${modules}/@openai/codex-linux-x64/${inside}`,
      `${modules}/@openai/codex/node_modules/@openai/codex-linux-x64/${inside}`,
    ]) {
      const on = machine('linux', {}, { [codexJs]: shim, [native]: elf });
      assert.equal(toNative('codex', codexJs, on), native);
    }
  });

  it('stands in for the placeholder of an install whose scripts were blocked', () => {
    const placeholder = `${modules}/@anthropic-ai/claude-code/bin/claude.exe`;
    const native = `${modules}/@anthropic-ai/claude-code-linux-x64-musl/claude`;
    assert.equal(
      toNative('claude', placeholder, machine('linux', {}, { [placeholder]: 'echo', [native]: elf })),
      native,
    );
  });

  it('is found from a .cmd of npm on Windows', () => {
    const npm = 'C:\\Users\\Ana\\AppData\\Roaming\\npm';
    const native = `${npm}\\node_modules\\@openai\\codex\\node_modules\\@openai\\codex-win32-x64\\vendor\\x86_64-pc-windows-msvc\\bin\\codex.exe`;
    const on = machine('win32', {}, { [`${npm}\\codex.cmd`]: '@ECHO off', [native]: 'MZ' });
    assert.equal(toNative('codex', `${npm}\\codex.cmd`, on), native);
  });

  it('leaves a native program, and a script with nothing behind it, as they are', () => {
    const other = `${modules}/@openai/codex-linux-x64/${inside}`;
    const on = machine(
      'linux',
      {},
      { '/usr/lib/claude': elf, '/usr/lib/codex': elf, '/opt/codex': shim, [other]: elf },
    );
    assert.equal(toNative('codex', '/usr/lib/codex', on), '/usr/lib/codex');
    assert.equal(toNative('codex', '/opt/codex', on), '/opt/codex');
  });
});
