import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { attachFile, dropOldFiles, safeName } from '../src/calls/attach-file.ts';
import { listFolders } from '../src/calls/list-folders.ts';
import { practiceFolder } from '../src/calls/practice-folder.ts';
import { readAddress, writeAddress } from '../src/client/address.ts';
import { decodeHostMessage } from '../src/client/decode.ts';
import { rememberAnswers } from '../src/feed/once.ts';
import { redact } from '../src/log/redact.ts';
import { openBucket } from '../src/server/bucket.ts';
import { isSameUser, openTickets } from '../src/server/tickets.ts';
import { tempFolder } from './support/served.ts';

describe('an address', () => {
  it('is read as it was written, and nothing else is', () => {
    const address = { url: 'http://127.0.0.1:4000', token: 'a'.repeat(43) };
    assert.deepEqual(readAddress(writeAddress(address)), address);
    for (const text of [
      '',
      'x',
      'http://127.0.0.1:4000',
      'ftp://h/#token=aaaaaaaaaaaaaaaaaaaaaa',
      'http://h/#token=a b',
    ])
      assert.equal(readAddress(text), null, text);
  });
});

describe('messages of the host', () => {
  it('any text is read or passed over, never an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        decodeHostMessage(text);
      }),
    );
    assert.equal(decodeHostMessage('{"type":"constructor"}'), null);
    assert.equal(decodeHostMessage('{"type":"events","task":"t","events":[{"type":"x"}]}'), null);
    assert.equal(decodeHostMessage('{"type":"bye","why":"x"}')?.type, 'bye');
  });
});

describe('the log', () => {
  it('masks what looks like a secret, at any depth and in any sentence', () => {
    const secrets = ['sk-ant-api03-abcdefghijklmnop', 'ghp_abcdefghijklmnopqrst', 'Bearer abc.def', '#token=abcdefgh'];
    for (const secret of secrets) assert.ok(!String(redact(`it said ${secret} there`)).includes(secret), secret);
    const masked = JSON.stringify(
      redact({ a: [{ apiKey: 'x1', deep: { Authorization: 'x2' } }], u: 'http://ana:x3@h/' }),
    );
    for (const secret of ['x1', 'x2', 'x3']) assert.ok(!masked.includes(secret), masked);
    assert.deepEqual(redact({ port: 1, name: 'window 1' }), { port: 1, name: 'window 1' });
  });
});

describe('a practice folder', () => {
  it('is new and empty each time, for this user only, and is thrown away after thirty days', async () => {
    using data = tempFolder();
    const [first, second] = [await practiceFolder(data.path), await practiceFolder(data.path)];
    assert.notEqual(first.path, second.path);
    assert.deepEqual(await readdir(first.path), []);
    assert.equal((await stat(first.path)).mode & 0o777, 0o700);
    const old = new Date(Date.now() - 31 * 86_400_000);
    await utimes(first.path, old, old);
    await dropOldFiles(data.path, Date.now());
    assert.deepEqual(await readdir(join(data.path, 'practice')), [basename(second.path)]);
  });
});

describe('an attached file', () => {
  it('keeps its name and nothing that leads elsewhere', async () => {
    using data = tempFolder();
    const { path } = await attachFile(data.path, '../../etc/plan.png', Buffer.from('hi').toString('base64'));
    assert.ok(path.startsWith(join(data.path, 'attached')) && path.endsWith('/plan.png'));
    assert.equal(await readFile(path, 'utf8'), 'hi');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(['..', '', 'a\u0000b', 'C:\\x\\y.txt', '계획.pdf'].map(safeName), [
      'file',
      'file',
      'a_b',
      'y.txt',
      '계획.pdf',
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (name) => !/[/\\]|^\.+$/.test(safeName(name)) && safeName(name) !== '',
      ),
    );
  });
});

describe('folders', () => {
  it('are listed without files and hidden ones; a wrong path is told in words', async () => {
    using home = tempFolder();
    for (const name of ['b', 'a', '.hidden']) mkdirSync(join(home.path, name));
    writeFileSync(join(home.path, 'file'), '');
    symlinkSync(join(home.path, 'a'), join(home.path, 'link'));
    const listed = await listFolders(undefined, home.path);
    assert.deepEqual(
      listed.folders.map(({ name }) => name),
      ['a', 'b', 'link'],
    );
    assert.match((await listFolders(join(home.path, 'nope'), home.path)).error ?? '', /There is no folder/);
    assert.match((await listFolders(join(home.path, 'file'), home.path)).error ?? '', /is a file/);
    assert.equal((await listFolders('/', home.path)).parent, null);
  });
});

describe('answers that are remembered', () => {
  it('are given once for the same window and number', async () => {
    const once = rememberAnswers<number>();
    let done = 0;
    const work = async (): Promise<number> => ++done;
    assert.deepEqual(await Promise.all([once('a', 1, work), once('a', 1, work), once('b', 1, work)]), [1, 1, 2]);
    for (let id = 2; id < 1000; id++) await once('a', id, work);
    assert.equal(await once('a', 999, work), done);
  });
});

describe('limits', () => {
  it('a burst is free, more waits its time', () => {
    let now = 0;
    const bucket = openBucket({ burst: 3, perSecond: 10, now: () => now });
    assert.deepEqual([bucket.take(), bucket.take(), bucket.take(), bucket.take(), bucket.take()], [0, 0, 0, 100, 200]);
    now = 1_000;
    assert.equal(bucket.take(), 0);
  });

  it('a ticket is good once and for a minute', () => {
    let now = 0;
    const tickets = openTickets(() => now);
    tickets.add('a');
    assert.deepEqual(
      [tickets.take('b'), tickets.take(null), tickets.take('a'), tickets.take('a')],
      [false, false, true, false],
    );
    tickets.add('c');
    now = 60_001;
    assert.equal(tickets.take('c'), false);
  });

  it('a socket’s user is read from the kernel’s table', () => {
    using folder = tempFolder();
    const table = join(folder.path, 'tcp');
    const uid = process.getuid?.() ?? 0;
    const line = (port: string, owner: number): string =>
      `   0: 0100007F:${port} 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  ${owner}        0 1 1`;
    writeFileSync(table, ['  sl  local_address', line('0FA0', uid), line('0FA1', uid + 1)].join('\n'));
    assert.deepEqual(
      [4000, 4001, 4002].map((port) => isSameUser(port, table)),
      [true, false, null],
    );
    assert.equal(isSameUser(4000, join(folder.path, 'none')), null);
  });
});
