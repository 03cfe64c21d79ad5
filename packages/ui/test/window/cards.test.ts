import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@bureau/testing';
import { noBrowser, openWindow } from '../support/browser.ts';
import { asks, openStage, wants } from '../support/stage.ts';

const allow = /^Yes, go ahead/;
const deny = /^No, don’t/;

describe('cards in the window', { skip: noBrowser }, () => {
  it('a delete outside says so by word, and yes is given once', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    session.emit(wants('rm -rf ~/Photos', stage.folder));
    const card = page.locator('section.card');
    await card.getByRole('heading', { name: /Photos/ }).waitFor();
    await card.getByText(/^Outside your folder/).waitFor();
    await card.locator('.chip', { hasText: 'Deletes' }).waitFor();
    await card.getByText('I need this for what you asked.').waitFor();
    await card.getByText('Exact command').click();
    await card.getByText('rm -rf ~/Photos', { exact: true }).waitFor();
    await card.getByRole('button', { name: allow }).click();
    await until(() => session.answered.length > 0);
    assert.deepEqual(
      session.answered.map(({ answer }) => answer),
      [{ answer: 'allow' }],
    );
    await page.getByText('You said yes').waitFor();
    assert.deepEqual(window.complaints, []);
  });

  it('takes no key for its first 400 ms, then the keys that it shows', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    await page.getByRole('button', { name: 'Stop this task' }).waitFor();
    await page.evaluate(() => {
      new MutationObserver((_, watcher) => {
        if (!document.querySelector('section.card')) return;
        watcher.disconnect();
        for (const key of ['1', 'Escape', 'Enter', ' '])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const focus = document.activeElement;
        document.title = `seen ${focus?.tagName}`;
      }).observe(document.body, { childList: true, subtree: true });
    });
    session.emit(wants('npm test', stage.folder));
    await page.locator('section.card button:enabled', { hasText: 'Yes, go ahead' }).waitFor();
    assert.equal(session.answered.length, 0);
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'card-title');
    await page.keyboard.press('Escape');
    await until(() => session.answered.length > 0);
    assert.equal(session.answered[0]!.answer.answer, 'deny');
  });

  it('a number typed into the composer is no answer; Escape leads from there to the card', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    const words = page.getByRole('textbox', { name: 'Say something' });
    await words.fill('I have ');
    session.emit(wants('npm test', stage.folder));
    await page.locator('section.card button:enabled', { hasText: 'Yes, go ahead' }).waitFor();
    await words.press('1');
    assert.equal(await words.inputValue(), 'I have 1');
    assert.equal(session.answered.length, 0);
    await words.press('Escape');
    await page.keyboard.press('2');
    await until(() => session.answered.length > 0);
    assert.equal(session.answered[0]!.answer.answer, 'deny');
  });

  it('several wait in line with a count; the next one takes over, and the one taken back says so', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    const second = wants('touch two.txt', stage.folder);
    session.emit(wants('touch one.txt', stage.folder), second, wants('touch three.txt', stage.folder));
    const card = page.locator('section.card');
    await card.getByText('1 of 3').waitFor();
    await card.getByRole('button', { name: deny }).click();
    await card.getByRole('heading', { name: /two/ }).waitFor();
    session.emit({ type: 'request-closed', key: second.key, how: 'withdrawn' });
    await card.getByRole('heading', { name: /three/ }).waitFor();
    await page.getByText('No longer needed').waitFor();
    assert.equal(await page.title(), '(1) Bureau');
    assert.match((await page.locator('#favicon').getAttribute('href')) ?? '', /waiting/);
  });

  it('no, with words', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    session.emit(wants('npm install left-pad', stage.folder));
    await page.locator('section.card button:enabled', { hasText: 'differently' }).click();
    const field = page.getByRole('textbox', { name: 'What should it do instead?' });
    // An Enter that ends the composition of a word sends nothing.
    await field.fill('하지 마');
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
    assert.equal(session.answered.length, 0);
    await field.fill('Do without it');
    await field.press('Enter');
    await until(() => session.answered.length > 0);
    assert.deepEqual(session.answered[0]!.answer, { answer: 'deny', message: 'Do without it' });
    await page.locator('.asked-message', { hasText: 'Do without it' }).waitFor();
  });

  it('yes, and don’t ask again: only where it is offered, with its reach in words', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    const rule = { kind: 'rule' as const, toolName: 'Bash', ruleContent: 'git status:*' };
    session.emit(wants('git status', stage.folder, { similar: [rule] }));
    const card = page.locator('section.card');
    await card.getByText(/every command that begins with «git status»/).waitFor();
    await card.getByRole('button', { name: /^Yes, and don’t ask again/ }).click();
    await until(() => session.answered.length > 0);
    assert.deepEqual(session.answered[0]!.answer, { answer: 'allow-similar' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText(/every command that begins with «git status»/).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nothing. Every request is asked.').waitFor();
  });

  it('questions: one, several, own words, a secret that is masked', async () => {
    await using stage = await openStage();
    const { session, url } = await stage.begin();
    await using window = await openWindow(url);
    const { page } = window;
    session.emit(
      asks(
        { text: 'Which colour?', options: [{ label: 'Blue' }, { label: 'Green', description: 'Fresh' }] },
        { text: 'Which pages?', options: [{ label: 'Home' }, { label: 'News' }], multiple: true },
        { text: 'What is the name?', free: true },
        { text: 'Which password?', secret: true },
      ),
    );
    const send = page.locator('button:enabled', { hasText: 'Send the answer' });
    await page.getByRole('radio', { name: /Green/ }).check();
    await send.click();
    await page.getByText('Please answer each question').waitFor();
    assert.equal(session.answered.length, 0);
    await page.getByRole('checkbox', { name: 'Home' }).check();
    await page.getByRole('checkbox', { name: 'News' }).check();
    await page.getByRole('textbox', { name: 'Your answer', exact: true }).fill('Lily');
    const secret = page.getByLabel('Your answer (kept secret)');
    assert.equal(await secret.getAttribute('type'), 'password');
    await secret.fill('open sesame');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    assert.equal(await secret.getAttribute('type'), 'text');
    await send.click();
    await until(() => session.answered.length > 0);
    assert.deepEqual(session.answered[0]!.answer, {
      answer: 'answers',
      answers: { q1: ['Green'], q2: ['Home', 'News'], q3: ['Lily'], q4: ['open sesame'] },
    });
    await page.getByText('You answered').waitFor();
    assert.ok(!(await page.content()).includes('open sesame'));
  });

  it('answered elsewhere says by whom', async () => {
    await using stage = await openStage();
    const { session, url, task } = await stage.begin();
    await using window = await openWindow(url);
    session.emit(wants('npm test', stage.folder));
    await window.page.locator('section.card').waitFor();
    const requestId = stage.engine.snapshot(task)!.live.find((event) => event.type === 'request')!;
    assert.equal(requestId.type, 'request');
    if (requestId.type !== 'request') return;
    await stage.engine.command(task, { type: 'answer', requestId: requestId.requestId, answer: 'allow' }, 'terminal');
    await window.page.getByText('You said yes (answered in a terminal)').waitFor();
    await window.page.locator('section.card').waitFor({ state: 'detached' });
  });
});
