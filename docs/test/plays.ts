import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { lines, run } from '@bureau/containment';

/** Where the examples stand, and what runs them. */
export interface Stage {
  /** The Node that runs them. */
  readonly node: () => string;
  readonly file: (name: string) => string;
  /** The command that stands for `bureau`. */
  readonly bureau: () => string;
}

/** Plays each example as a person would, and says what must come of it. */
export function playExamples({ node, file, bureau }: Stage): void {
  const folder = mkdtempSync(join(tmpdir(), 'bureau-examples-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
  const spec = (name: string, ...args: string[]) => ({
    command: node(),
    args: [file(name), ...args],
    cwd: folder,
    env,
    task: 'examples',
  });
  async function play(name: string, ...args: string[]) {
    const result = await run(spec(name, ...args));
    assert.ok(result.ok);
    return { code: result.code, out: result.stdout, err: result.stderr };
  }

  it('guards a command', async () => {
    const { code, out, err } = await play('guard-a-command', 'sh', '-c', 'setsid sleep 60 & echo hello');
    assert.equal(code, 0, err);
    assert.match(out, /hello/);
    assert.match(out, /Nothing is left/);
    assert.match(out, /KILL sleep 60|TERM sleep 60/);
  });
  it('says what is wrong with a command that is not there', async () => {
    assert.equal((await play('guard-a-command', 'no-such-command-here')).code, 127);
  });
  it('reads a command', async () => {
    const { out, err } = await play('read-a-command', 'rm -rf build');
    assert.match(out, /build/, err);
    assert.match(out, /deletes/);
  });
  it('drives an agent with its own yes and no', async () => {
    const { out, err } = await play('drive-an-agent', 'practice', folder, 'Begin');
    assert.match(out, /asks: /, err);
    assert.match(out, /stopped, gone: true/);
  });
  it('puts the desks on a page', async () => {
    const page = lines({ ...spec('desks-on-a-page', '--claude-dir', folder), env: { ...env, BUREAU: bureau() } });
    let body = '';
    for await (const line of page) {
      body = await (await fetch(line)).text();
      break;
    }
    assert.match(body, /<ul>/);
    assert.ok((await page.emptied).gone);
  });
}
