import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@bureau/testing';
import { noBrowser, openWindow } from '../support/browser.ts';
import { openStage, wants } from '../support/stage.ts';

/** Takes away what came to browsers after the summer of 2023 (Chromium 114). */
const takeAway = `
  for (const name of ['withResolvers', 'try']) delete Promise[name];
  for (const name of ['canParse', 'parse']) delete URL[name];
  for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'])
    delete Set.prototype[name];
  delete Object.groupBy; delete Map.groupBy; delete Array.fromAsync; delete AbortSignal.any; delete RegExp.escape;
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
    delete iterators[name];
  delete globalThis.Iterator; delete document.startViewTransition;`;

describe('the window in an older browser', { skip: noBrowser }, () => {
  it('shows a card and takes its answer without what came after 2023', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow('about:blank');
    const { page, complaints } = window;
    await page.addInitScript(takeAway);
    await page.goto(url);
    session.emit({ type: 'text', messageId: 'm1', final: true, text: 'See [this](https://example.org/) `code`.' });
    session.emit(wants('rm -rf build', stage.folder));
    await page.getByRole('button', { name: /^Yes, go ahead/ }).click();
    await until(() => session.answered.length > 0);
    assert.equal(await page.evaluate('typeof Object.groupBy'), 'undefined', 'nothing was taken away');
    await page
      .getByRole('link', { name: 'Settings' })
      .or(page.getByRole('button', { name: 'Settings' }))
      .click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
