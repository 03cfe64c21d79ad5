import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from 'playwright-core';

const app = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = process.env['BUREAU_TEST_ELECTRON_DIST'] ?? process.env['ELECTRON_OVERRIDE_DIST_PATH'];
const skip = dist ? false : 'no Electron here: name a folder with one in BUREAU_TEST_ELECTRON_DIST';

/** A screen of its own; its number comes on descriptor 3. */
async function screen(t: TestContext): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  t.after(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  });
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer];
  return `:${String(number).trim()}`;
}

async function shell(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'bureau-shell-'));
  const display = await screen(t);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: folder,
    DISPLAY: display,
    BUREAU_LANG: 'en',
    BUREAU_DATA_DIR: join(folder, 'data'),
    BUREAU_NODE: process.execPath,
  };
  const open = (...args: string[]) =>
    _electron.launch({
      executablePath: join(dist!, 'electron'),
      args: ['--no-sandbox', app, ...args],
      env,
      timeout: 60_000,
    });
  t.after(async () => {
    const { findHost, askHost } = await import('@bureau/host/launch');
    const host = await findHost(env.BUREAU_DATA_DIR);
    if (host) await askHost(host, '/api/quit', {});
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  return { open, env };
}
/** Ends the shell only: the host is another process. */
const leave = (electron: ElectronApplication) =>
  electron.evaluate(({ app: inside }) => inside.exit(0)).catch(() => undefined);

describe('the desktop shell', { skip }, () => {
  it('shows the host’s page, gives it the shell’s calls, and lets it go nowhere else', async (t) => {
    const { open } = await shell(t);
    const electron = await open();
    const window = await electron.firstWindow();
    await window.waitForLoadState();
    assert.equal(
      await window.evaluate(
        () => typeof (globalThis as { bureauShell?: { pickFolder?: unknown } }).bureauShell?.pickFolder,
      ),
      'function',
    );
    assert.equal(
      await window.evaluate(() => typeof (globalThis as { require?: unknown }).require),
      'undefined',
      'no Node in the page',
    );
    // As text: these run in the page, which this test's types don't know.
    await window.evaluate(`{
      const link = document.createElement('a');
      link.href = 'file:///etc/passwd';
      document.body.append(link);
      link.click();
      open('http://127.0.0.1:1/');
    }`);
    assert.equal(electron.windows().length, 1);
    assert.match(window.url(), /^http:\/\/127\.0\.0\.1:\d+\//);
    await leave(electron);
  });

  it('leaves the host to itself, and finds it again', async (t) => {
    const { open, env } = await shell(t);
    const { findHost } = await import('@bureau/host/launch');
    const first = await open();
    await first.firstWindow();
    const before = await findHost(env.BUREAU_DATA_DIR);
    await leave(first);
    const second = await open();
    await second.firstWindow();
    const after = await findHost(env.BUREAU_DATA_DIR);
    assert.ok(before && after);
    assert.equal(after.pid, before.pid);
    await leave(second);
  });
});
