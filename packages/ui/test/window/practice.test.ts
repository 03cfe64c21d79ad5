import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { noBrowser, openWindow } from '../support/browser.ts';
import { openStage } from '../support/stage.ts';

describe('practice', { skip: noBrowser }, () => {
  it('starts without a folder of the person’s: it gets a fresh one', async () => {
    await using stage = await openStage({ missing: ['claude', 'codex'] });
    await using window = await openWindow(stage.url);
    const { page } = window;
    await page.getByRole('button', { name: 'Do the practice piece of work' }).click();
    assert.ok(await page.getByRole('radio', { name: /^A fresh folder for practice/ }).isChecked());
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Stop this task' }).waitFor();
    const all = join(stage.dataDir, 'practice');
    const made = await readdir(all);
    assert.equal(made.length, 1);
    assert.deepEqual(
      stage.engine.tasks().map(({ folder }) => folder),
      [join(all, made[0]!)],
    );
    // It's for one piece of work, not one of the person's folders.
    assert.deepEqual((await stage.engine.calls['folders.recent']({})).folders, []);
    assert.deepEqual(window.complaints, []);
  });
});
