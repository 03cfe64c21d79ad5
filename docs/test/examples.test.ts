import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lines, run } from '@bureau/containment';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const examples = join(root, 'docs', 'examples');
const folder = mkdtempSync(join(tmpdir(), 'bureau-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
const spec = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(examples, name), ...args],
  cwd: folder,
  env,
  task: 'examples',
});
async function play(name: string, ...args: string[]) {
  const result = await run(spec(name, ...args));
  assert.ok(result.ok);
  return { code: result.code, out: result.stdout, err: result.stderr };
}

describe('examples', () => {
  it('guards a command', async () => {
    const { code, out } = await play('guard-a-command.ts', 'sh', '-c', 'setsid sleep 60 & echo hello');
    assert.equal(code, 0);
    assert.match(out, /hello/);
    assert.match(out, /Nothing is left/);
    assert.match(out, /KILL sleep 60|TERM sleep 60/);
  });
  it('says what is wrong with a command that is not there', async () => {
    assert.equal((await play('guard-a-command.ts', 'no-such-command-here')).code, 127);
  });
  it('reads a command', async () => {
    const { out } = await play('read-a-command.ts', 'rm -rf build');
    assert.match(out, /build/);
    assert.match(out, /deletes/);
  });
  it('drives an agent with its own yes and no', async () => {
    const { out, err } = await play('drive-an-agent.ts', 'practice', folder, 'Begin');
    assert.match(out, /asks: /, err);
    assert.match(out, /stopped, gone: true/);
  });
  it('puts the desks on a page', async () => {
    const bureau = `${process.execPath} ${join(root, 'packages/cli/bin/bureau.js')}`;
    const page = lines({ ...spec('desks-on-a-page.ts', '--claude-dir', folder), env: { ...env, BUREAU: bureau } });
    for await (const line of page) {
      const response = await fetch(line);
      assert.match(await response.text(), /<ul>/);
      break;
    }
    assert.ok((await page.emptied).gone);
  });
  it('are under 30 lines each', () => {
    for (const name of readdirSync(examples))
      if (name.endsWith('.ts'))
        assert.ok(readFileSync(join(examples, name), 'utf8').trim().split('\n').length < 30, name);
  });
});
