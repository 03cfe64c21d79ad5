import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { linuxOnly, rootOnly } from './shell.ts';

// The same tests once more, as a user who may make no cgroup and signal nobody else.
const dir = mkdtempSync(join(tmpdir(), 'bureau-user-'));
chmodSync(dir, 0o777);
after(() => rmSync(dir, { recursive: true, force: true }));
const nobody = '65534';

describe('as an ordinary user', { skip: linuxOnly || rootOnly }, () => {
  for (const name of ['innocents', 'kept', 'stop', 'storms']) {
    it(`${name}.test.ts`, async () => {
      const file = fileURLToPath(new URL(`./${name}.test.ts`, import.meta.url));
      const child = spawn(
        'setpriv',
        ['--reuid', nobody, '--regid', nobody, '--clear-groups', process.execPath, '--test', file],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], HOME: dir, TMPDIR: dir } },
      );
      const exit = new Promise((resolve) => child.once('exit', resolve));
      const printed = await text(child.stdout);
      assert.equal(await exit, 0, printed);
      assert.match(printed, /^# pass [1-9]|^ℹ pass [1-9]/m);
    });
  }
});
