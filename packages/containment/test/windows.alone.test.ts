import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWine, staysAsItIs, until, type Wine } from '@bureau/testing';
import { build } from 'esbuild';
import type { Ending, Listed, Word } from '../src/control/messages.ts';
import { endJob } from '../src/windows/end-job.ts';
import { fromFileTime } from '../src/windows/kernel32.ts';

// The job object itself, by the real node.exe under Wine. What Wine can't show (real consoles, Git Bash itself,
// services, the control pipe between two processes) is listed as unverified in the docs.
describe('the job object of Windows, under Wine', () => {
  let wine: Wine | string = 'not opened';
  before(async () => {
    wine = await openWine();
    if (typeof wine === 'string') return;
    await build({
      entryPoints: [fileURLToPath(new URL('./wine/play.ts', import.meta.url))],
      outfile: join(wine.folder, 'play.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: ['koffi'],
      logLevel: 'warning',
    });
  });
  after(async () => {
    if (typeof wine !== 'string') await wine.close();
  });

  interface Before {
    readonly missing: Word;
    readonly started: Word;
    readonly list: Listed[];
    readonly empty: boolean;
    readonly self: number;
  }
  interface After {
    readonly ending: Ending;
    readonly list: Listed[];
    readonly ends: { code: number | null }[];
  }
  const read = <T>(dir: string, name: string): T => JSON.parse(readFileSync(join(dir, name), 'utf8')) as T;
  const beats = (dir: string): string[] => readdirSync(dir).filter((name) => name.startsWith('beat-'));

  /** Plays a case up to where its work goes on, and checks what holds for all of them. */
  async function play(
    t: TestContext,
    part: string,
  ): Promise<{ dir: string; told: Before; exit: Promise<number | null> } | null> {
    if (typeof wine === 'string') {
      t.skip(wine);
      return null;
    }
    const dir = join(wine.folder, part);
    mkdirSync(dir);
    const exit = wine.node(wine.path(join(wine.folder, 'play.mjs')), [part, wine.path(dir)]);
    await until(
      () => existsSync(join(dir, 'before')) && statSync(join(dir, 'before')).size > 0 && beats(dir).length >= 3,
    );
    const told = read<Before>(dir, 'before');
    assert.equal(told.missing.t, 'failed');
    assert.equal(told.started.t, 'started');
    assert.equal(told.empty, false);
    assert.ok(told.list.every((one) => one.pid !== told.self && one.command?.endsWith('node.exe')));
    writeFileSync(join(dir, 'go'), '');
    return { dir, told, exit };
  }
  async function nothingActs(dir: string): Promise<void> {
    for (const name of beats(dir)) {
      const file = join(dir, name);
      const count = readFileSync(file, 'utf8');
      await staysAsItIs(file, 150);
      assert.equal(readFileSync(file, 'utf8'), count, name);
    }
  }

  it('Stop ends all of it and counts none left', async (t) => {
    const played = await play(t, 'stop');
    if (!played) return;
    assert.equal(await played.exit, 0);
    const { ending, list } = read<After>(played.dir, 'after');
    assert.deepEqual([ending.gone, ending.proof, ending.left, list], [true, 'job-object', [], []]);
    assert.ok(ending.endedCount >= 4);
    await nothingActs(played.dir);
  });

  it('a child that asks to leave the job ends with it (claude-code#95242, #62659; orca#19068)', async (t) => {
    const played = await play(t, 'breakaway');
    if (!played) return;
    await played.exit;
    const error = read<number>(played.dir, 'broke');
    // Refused, or let out of libuv's own inner job only: either way nothing of it acts any more.
    const ERROR_ACCESS_DENIED = 5;
    assert.ok([0, ERROR_ACCESS_DENIED].includes(error), `error ${error}`);
    const { ending, list } = read<After>(played.dir, 'after');
    assert.deepEqual([ending.gone, list], [true, []]);
    assert.equal(ending.endedCount, error === 0 ? 5 : 4);
    await nothingActs(played.dir);
  });

  it('what outlives the agent is in the job still', async (t) => {
    const played = await play(t, 'agent-first');
    if (!played) return;
    await played.exit;
    const { ending, ends } = read<After>(played.dir, 'after');
    assert.deepEqual(ends, [{ code: 5, signal: null }]);
    assert.deepEqual([ending.gone, ending.ended[0]?.how], [true, 'exited']);
    await nothingActs(played.dir);
  });

  it('the work ends and the agent goes on', async (t) => {
    const played = await play(t, 'work-only');
    if (!played) return;
    await until(() => existsSync(join(played.dir, 'after')) && statSync(join(played.dir, 'after')).size > 0);
    const { list } = read<After>(played.dir, 'after');
    assert.deepEqual(
      list.map((one) => one.pid),
      [played.told.started.t === 'started' ? played.told.started.pid : 0],
    );
    await nothingActs(played.dir);
    writeFileSync(join(played.dir, 'done'), '');
    await played.exit;
  });

  for (const part of ['exit', 'self-kill']) {
    it(`the supervisor’s own end by ${part} ends everything`, async (t) => {
      const played = await play(t, part);
      if (!played) return;
      await played.exit;
      await nothingActs(played.dir);
    });
  }
});

describe('ending a job', () => {
  /** A job in which each killed process has left another one, `generations` times. */
  const simulated = (generations: number, immortal: readonly number[] = []) => {
    const alive = new Map([[1, 0], [2, generations], ...immortal.map((pid) => [pid, 0] as const)]);
    let next = 100;
    return {
      job: { pids: () => [...alive.keys()], activeProcesses: () => alive.size },
      system: {
        terminate(pid: number) {
          const left = alive.get(pid);
          if (left === undefined || immortal.includes(pid)) return false;
          alive.delete(pid);
          if (left > 0) alive.set(next++, left - 1);
          return true;
        },
        describe: (pid: number) => (alive.has(pid) ? { program: `p${pid}`, startedAt: '' } : null),
      },
    };
  };
  it('goes on until nobody is left but who is spared', async () => {
    const { job, system } = simulated(20);
    const ending = await endJob(
      system,
      job,
      new Set([1]),
      async () => {},
      () => 0,
    );
    assert.deepEqual([ending.gone, ending.proof, ending.endedCount], [true, 'job-object', 21]);
  });
  it('names what does not end, in bounded time', async () => {
    const { job, system } = simulated(0, [7]);
    let clock = 0;
    const ending = await endJob(
      system,
      job,
      new Set([1]),
      async () => {},
      () => (clock += 500),
    );
    assert.deepEqual([ending.gone, ending.proof], [false, 'none']);
    assert.deepEqual(ending.left, [{ pid: 7, uid: null, command: 'p7', why: 'will-not-end' }]);
  });
  it('reads a FILETIME', () => {
    assert.equal(fromFileTime(133_485_408_000_000_000n), '2024-01-01T00:00:00.000Z');
  });
});
