import { existsSync } from 'node:fs';
import { after } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const path = process.env['BUREAU_TEST_CHROMIUM'] ?? places.find((one) => existsSync(one));

/** Why these tests can't run here; where they must run, a missing browser is a failure. */
export const noBrowser: string | false =
  path || process.env['CI'] ? false : 'no Chromium on this computer (set BUREAU_TEST_CHROMIUM to its path)';

let opened: Promise<Browser> | null = null;
function browser(): Promise<Browser> {
  if (!path) throw new Error('These tests need Chromium, and none was found. Set BUREAU_TEST_CHROMIUM to its path.');
  opened ??= chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  return opened;
}
after(async () => (await opened)?.close());

export interface Window extends AsyncDisposable {
  readonly page: Page;
  /** What the page complained about: errors, and what its content policy refused. */
  readonly complaints: string[];
}

/** A window of its own, without memory of others. */
export async function openWindow(url: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 820 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A lost line is part of some tests; the window itself says so.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|401/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** What axe finds wrong on the page, in a line each. */
export async function axe(page: Page): Promise<string[]> {
  // What is still fading in has not its own colours yet.
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary ?? ''}`),
  );
}

/** Whether something sticks out of the page to the side. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || right <= wide + 1) continue;
      if (element.closest('.unseen, pre, .table, .list:not(.list-open .list), .desks, .key-list, .skip')) continue;
      if (element.closest('svg') || getComputedStyle(element).visibility === 'hidden') continue;
      found.push(`${element.tagName}.${element.className} to ${Math.round(right)} of ${wide}`);
    }
    return found.slice(0, 5);
  });
