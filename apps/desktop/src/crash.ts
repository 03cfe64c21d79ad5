import type { Words } from './words/index.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A page without scripts for when the window's own page is gone; its one link leads back to the host. */
export function crashPage(title: string, detail: string, url: string, words: Words): string {
  const html = `<!doctype html><meta charset="utf-8"><title>Bureau</title>
<style>body{font:18px/1.5 system-ui,sans-serif;margin:18vh auto;max-width:30rem;padding:0 1rem;color:#2f2e2b;background:#f7f3ec}a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border-radius:8px;background:#1f5fd1;color:#fff;text-decoration:none}@media (prefers-color-scheme:dark){body{color:#ece8df;background:#24242b}}</style>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p><a href="${escapeHtml(url)}">${escapeHtml(words.again)}</a></p>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}
