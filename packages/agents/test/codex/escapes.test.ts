import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startHeld } from '@bureau/containment';
import { agentsUnderTest } from '@bureau/testing';
import { stage, tell } from './stage.ts';

/** Each ends by itself after 120 s, if everything else fails. */
const work = (mark: string) => `sleep 120; rm keep.txt; : ${mark}`;
const escapes: Record<string, (mark: string) => string> = {
  nohup: (mark) => `nohup sh -c '${work(mark)}' >/dev/null 2>&1 & sleep 0.2`,
  setsid: (mark) => `setsid sh -c '${work(mark)}' >/dev/null 2>&1 & sleep 0.2`,
  'a double fork': (mark) => `( setsid sh -c "( sh -c '${work(mark)}' & ) " >/dev/null 2>&1 & ) ; sleep 0.2`,
  'env -i setsid': (mark) => `env -i setsid /bin/sh -c '${work(mark)}' >/dev/null 2>&1 & sleep 0.2`,
};

/** Processes of this machine whose command line holds the mark. */
const withMark = (mark: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes(mark);
      } catch {
        return false;
      }
    });

const reason = process.platform !== 'linux' && 'the proof by sub-reaper and /proc is Linux’s';

for (const { version, path: binary } of await agentsUnderTest('codex')) {
  describe(`what Codex ${version} leaves behind is gone after Stop`, { skip: reason }, () => {
    for (const [name, leave] of Object.entries(escapes))
      for (const model of ['gpt-5.5', null])
        it(`${name}${model === null ? ', in code mode' : ''}`, async (t) => {
          const mark = `mark-${process.pid}-${Math.random().toString(36).slice(2)}`;
          const on = await stage(t, {
            binary,
            model,
            sandbox: 'danger-full-access',
            hold: startHeld,
            script: [{ parts: [{ run: leave(mark) }] }, { parts: [{ say: 'It runs.' }] }],
            prepare: (home) => writeFile(join(home.work, 'keep.txt'), 'kept'),
          });
          await tell(on, 'go');
          await on.next('turn-ended');
          // Codex ends what is left in its shell's own group; everything that got out of it still runs here.
          if (name !== 'nohup') assert.notDeepEqual(withMark(mark), [], 'it did escape from Codex');
          const receipt = await on.session.held.stop();
          assert.equal(receipt.gone, true);
          assert.deepEqual(receipt.left, []);
          assert.deepEqual(withMark(mark), []);
          assert.equal(existsSync(join(on.home.work, 'keep.txt')), true);
          await on.next('exited');
        });

    it('interrupt, clean, close and stop in this order leave a whole session log and nothing running', async (t) => {
      const on = await stage(t, {
        binary,
        sandbox: 'danger-full-access',
        hold: startHeld,
        script: [{ parts: [{ run: 'sleep 119', yieldMs: 250 }, { run: 'setsid sleep 118 & sleep 117' }] }],
      });
      await tell(on, 'go');
      await on.next('step-started', (event) => event.action.kind === 'command' && /117/.test(event.action.command));
      assert.equal((await on.session.interrupt(5_000)).done, true);
      assert.equal((await on.session.cleanBackground!(5_000)).cleaned, true);
      assert.deepEqual(await on.session.close(5_000), { exited: true });
      const receipt = await on.session.held.stop();
      assert.equal(receipt.gone, true);
      const day = join(on.home.codexHome, 'sessions');
      const log = readdirSync(day, { recursive: true })
        .map(String)
        .find((path) => path.endsWith('.jsonl'))!;
      const lines = readFileSync(join(day, log), 'utf8').trim().split('\n');
      assert.ok(lines.every((line) => JSON.parse(line)));
      assert.match(lines.join('\n'), /turn_aborted/);
    });
  });
}
