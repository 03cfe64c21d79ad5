import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { undoLimits } from './limits.ts';

export interface Walked {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  readonly ino: number;
}
export interface Walk {
  readonly files: readonly Walked[];
  /** What was left out, and why, in words. */
  readonly leftOut: readonly string[];
}

/** Never taken: git's own store, and what can be installed again. */
const never = new Set(['.git', 'node_modules', '.hg', '.svn', '__pycache__', '.venv']);
/** Logins of the agents are never opened, wherever somebody keeps them. */
const isLogin = (name: string): boolean => /(?:^|\/)(?:\.credentials\.json|\.codex\/auth\.json)$/.test(name);

/**
 * The files of a folder that a checkpoint takes: not what the folder's `.gitignore`s leave out, no links (they are
 * never followed), nothing huge. Bounded in files and time.
 */
export async function walk(folder: string): Promise<Walk> {
  const until = performance.now() + undoLimits.walkMs;
  const files: Walked[] = [];
  const leftOut: string[] = [];
  const folders: { path: string; rules: readonly { base: string; rules: Ignore }[] }[] = [{ path: '', rules: [] }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { path } = next;
    const own = await readFile(join(folder, path, '.gitignore'), 'utf8').catch(() => null);
    const rules = own === null ? next.rules : [...next.rules, { base: path, rules: ignore().add(own) }];
    try {
      for await (const entry of await opendir(join(folder, path))) {
        const name = path === '' ? entry.name : `${path}/${entry.name}`;
        if (never.has(entry.name) || isLogin(name)) continue;
        if (files.length >= undoLimits.files || performance.now() > until) {
          leftOut.push(`everything after ${files.length} files`);
          return { files, leftOut };
        }
        if (isIgnored(name, entry.isDirectory(), rules)) continue;
        if (entry.isDirectory()) folders.push({ path: name, rules });
        else if (entry.isFile()) {
          const found = await lstat(join(folder, name)).catch(() => null);
          if (!found?.isFile()) continue;
          if (found.size > undoLimits.fileBytes) leftOut.push(`${name} (larger than 20 MiB)`);
          else
            files.push({
              path: name,
              size: found.size,
              mtimeMs: found.mtimeMs,
              mode: found.mode & 0o777,
              ino: found.ino,
            });
        }
      }
    } catch {
      leftOut.push(`${path || '.'} (could not be read)`);
    }
  }
  return { files, leftOut: leftOut.slice(0, undoLimits.leftOutNamed) };
}

function isIgnored(
  name: string,
  isFolder: boolean,
  rules: readonly { readonly base: string; readonly rules: Ignore }[],
): boolean {
  let ignored = false;
  for (const one of rules) {
    const inside = one.base === '' ? name : name.slice(one.base.length + 1);
    const said = one.rules.test(isFolder ? `${inside}/` : inside);
    if (said.ignored) ignored = true;
    if (said.unignored) ignored = false;
  }
  return ignored;
}
