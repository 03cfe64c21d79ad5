import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ensureHost, findBrowser, findDesktop } from '@bureau/host/launch';
import { until } from '@bureau/testing';
import { bureau, places, start } from './start-open.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A program that writes down what it was started with. */
function recorder(folder: string): { readonly path: string; readonly args: () => string[] | null } {
  const file = join(folder, 'args');
  const path = join(folder, 'recorder');
  writeFileSync(path, `#!/bin/sh\nfor a in "$@"; do echo "$a"; done > ${file}.new && mv ${file}.new ${file}\n`);
  chmodSync(path, 0o755);
  return { path, args: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : null) };
}

describe('bureau open', { skip: process.platform === 'win32' && 'the recorder is a shell script' }, () => {
  it('opens a window of a browser, with a ticket instead of the token in its command line', async (t) => {
    const on = places(t);
    const browser = recorder(dirname(on.work));
    const child = start(t, ['open', on.work], { ...on.env, BUREAU_BROWSER: browser.path });
    await until(() => browser.args() !== null);
    const args = browser.args()!;
    const token = readFileSync(join(on.data, 'token'), 'utf8').trim();
    assert.ok(!args.join(' ').includes(token));
    const app = args.find((arg) => arg.startsWith('--app='))!;
    assert.match(app, /^--app=http:\/\/127\.0\.0\.1:\d+\/enter\?ticket=[\w-]{32}&folder=/);
    assert.ok(args.includes(`--user-data-dir=${join(on.data, 'window')}`));
    const page = await fetch(app.slice('--app='.length));
    const text = await page.text();
    assert.ok(text.includes(token) && text.includes(encodeURIComponent(on.work)));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    assert.equal(await ended, 0);
  });

  it('a second one opens one more window on the first and ends', async (t) => {
    const on = places(t);
    const first = start(t, ['open', '--no-window'], on.env);
    await until(() => existsSync(join(on.data, 'host.json')));
    const browser = recorder(dirname(on.work));
    const { code, err } = await bureau(t, ['open'], { ...on.env, BUREAU_BROWSER: browser.path });
    assert.equal(code, 0, err);
    await until(() => browser.args() !== null);
    assert.match(browser.args()!.join(' '), /\/enter\?ticket=/);
    assert.equal(first.exitCode, null);
  });

  it('without a screen or a browser it says where to go', async (t) => {
    const on = places(t);
    const child = start(t, ['open'], on.env);
    let err = '';
    child.stderr!.on('data', (chunk) => {
      err += chunk;
    });
    await until(() => /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/.test(err));
  });
});

describe('the door for a desktop shell', () => {
  it('finds a host, or starts one that outlives the shell', async (t) => {
    const on = places(t);
    const options = { dataDir: on.data, env: on.env, command: process.execPath, args: [main] };
    const first = await ensureHost(options);
    assert.ok(first.ok && first.started);
    const { pid } = first.host;
    t.after(() => process.kill(pid, 'SIGKILL'));
    const second = await ensureHost(options);
    assert.ok(second.ok && !second.started);
    assert.equal(second.host.pid, pid);
    assert.equal(second.host.token, first.host.token);
    const wrong = await ensureHost({ ...options, dataDir: join(on.work, 'other'), args: [main, '--nonsense'] });
    assert.ok(!wrong.ok && /ended at once/.test(wrong.message));
  });

  it('programs are found by name and by what is said about them', (t) => {
    const on = places(t);
    const { path } = recorder(dirname(on.work));
    assert.equal(findBrowser({ BUREAU_BROWSER: path }, 'linux'), path);
    assert.equal(findBrowser({ PATH: '/usr/bin:/bin' }, 'linux'), null);
    assert.equal(findBrowser({ PATH: on.work, DISPLAY: ':0' }, 'linux'), null);
    assert.deepEqual(findDesktop({ BUREAU_DESKTOP: path }, []), { command: path, args: [] });
    assert.equal(findDesktop({ BUREAU_DESKTOP: join(on.work, 'none') }, []), null);
    assert.equal(findDesktop({}, [on.work]), null);
  });
});
