import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  /** `immutable` for files whose name changes with their content. */
  readonly cache: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
};

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Bureau</title>
<p>The window of Bureau has not been built. Run <code>npm run build</code>, then load this page again.</p>`;

/**
 * The built window, by exact address: only what the folder held when it was listed can be asked for, so no path can
 * lead out of it. Listed again when the window was built anew.
 */
export function serveFiles(folder: string | null): (path: string) => StaticFile | null {
  let listed = new Map<string, string>();
  let made = -1;
  const list = (): void => {
    const time = folder === null ? 0 : modified(join(folder, 'index.html'));
    if (time === made) return;
    made = time;
    listed = new Map(folder === null || time === 0 ? [] : filesBelow(folder, ''));
  };
  return (path) => {
    const wanted = path === '/' ? '/index.html' : path;
    if (wanted === '/index.html') list();
    const file = listed.get(wanted);
    if (file === undefined)
      return wanted === '/index.html'
        ? { body: Buffer.from(notBuilt), type: types['.html']!, cache: 'no-store' }
        : null;
    try {
      return {
        body: readFileSync(file),
        type: types[extname(file)] ?? 'application/octet-stream',
        cache: wanted.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
      };
    } catch {
      // Built anew in this moment.
      made = -1;
      return null;
    }
  };
}

function modified(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function filesBelow(folder: string, under: string): [string, string][] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = `${under}/${entry.name}`;
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return filesBelow(folder, path);
    return entry.isFile() ? [[path, join(folder, path)]] : [];
  });
}
