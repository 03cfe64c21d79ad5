import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';

const door = fileURLToPath(import.meta.resolve('@bureau/office'));
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real browser with the drawn office as `office` on a page of its own, and nothing else. */
export async function openStage(width: number, height: number): Promise<{ browser: Browser; page: Page }> {
  const path = process.env['BUREAU_TEST_CHROMIUM'] ?? places.find((one) => existsSync(one));
  if (!path) throw new Error('This needs Chromium. Set BUREAU_TEST_CHROMIUM to its path.');
  const { outputFiles } = await build({
    entryPoints: [door],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'officeDoor',
    logLevel: 'error',
  });
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent('<!doctype html><body style="margin:0"><canvas style="display:block"></canvas></body>');
  await page.addScriptTag({ content: outputFiles[0]!.text });
  return { browser, page };
}
