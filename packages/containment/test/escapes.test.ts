import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isAlive } from '@bureau/containment';
import type { Receipt } from '@bureau/contracts';
import { cannotPlay, escapes, limitPids, staysAsItIs } from '@bureau/testing';

limitPids(3000);

interface Outcome {
  readonly name: string;
  readonly dir: string;
  readonly receipt: Receipt;
  readonly closed: { readonly lost: boolean };
}

const program = fileURLToPath(new URL('../../../testing/src/escapees/hold-all.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** As root with both holds, as root with the sub-reaper alone, and as an ordinary user. */
const modes = [
  { name: 'root, cgroup and sub-reaper', user: 'root', cgroup: true, graceMs: 0, proof: /^(cgroup|subreaper)$/ },
  { name: 'root, sub-reaper alone', user: 'root', cgroup: false, graceMs: 0, proof: /^subreaper$/ },
  { name: 'root, with a grace', user: 'root', cgroup: true, graceMs: 300, proof: /^(cgroup|subreaper)$/ },
  { name: 'ordinary user', user: 'user', cgroup: true, graceMs: 0, proof: /^(cgroup|subreaper)$/ },
] as const;

for (const mode of modes) {
  const skip =
    process.platform !== 'linux'
      ? 'Linux only'
      : mode.user === 'root' && !isRoot
        ? 'the tests do not run as root'
        : false;
  describe(`escapes: ${mode.name}`, { skip }, () => {
    const root = mkdtempSync(join(tmpdir(), 'bureau-escapes-'));
    const outcomes = new Map<string, Outcome>();
    const played = escapes.filter((way) => cannotPlay(way, mode.user) === null);

    before(async () => {
      chmodSync(root, 0o755);
      const plays = played.map(({ name }, index) => {
        const dir = join(root, String(index));
        mkdirSync(dir);
        chmodSync(dir, 0o777);
        writeFileSync(join(dir, 'keep'), '');
        chmodSync(join(dir, 'keep'), 0o666);
        return { name, dir, cgroup: mode.cgroup, graceMs: mode.graceMs };
      });
      const asUser = mode.user === 'user' && isRoot;
      const child = spawn(
        asUser ? 'setpriv' : process.execPath,
        [
          ...(asUser ? ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', process.execPath] : []),
          program,
        ],
        { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], HOME: root } },
      );
      child.stdin.end(JSON.stringify(plays));
      for (const line of (await text(child.stdout)).split('\n').filter(Boolean)) {
        const outcome = JSON.parse(line) as Outcome;
        outcomes.set(outcome.name, outcome);
      }
    });
    after(() => rmSync(root, { recursive: true, force: true }));

    for (const way of escapes.filter((one) => one.as === undefined || one.as === mode.user)) {
      const why = cannotPlay(way, mode.user);
      it(`${way.name}${way.report ? ` (${way.report})` : ''}`, { skip: why ?? false }, async () => {
        const outcome = outcomes.get(way.name);
        assert.ok(outcome, 'it was held and stopped');
        const { receipt, dir } = outcome;
        assert.deepEqual(receipt.left, []);
        assert.equal(receipt.gone, true);
        assert.match(receipt.proof, mode.proof);
        assert.deepEqual(outcome.closed, { lost: false });
        const workers = readFileSync(join(dir, 'workers'), 'utf8').trim().split('\n');
        assert.ok(workers.length >= (way.workers ?? 1));
        for (const worker of workers) {
          const [pid, start] = worker.split(' ');
          assert.equal(isAlive(Number(pid), start), false, `${worker} has ended`);
        }
        assert.ok(receipt.endedCount >= 1);
        assert.ok(receipt.ended.every((one) => /^(exited|TERM|KILL)$/.test(one.how)));
        assert.ok(await staysAsItIs(join(dir, 'beat'), 60), 'nothing acts any more');
        if (mode.graceMs === 0) assert.equal(readFileSync(join(dir, 'keep'), 'utf8'), '');
      });
    }
  });
}
