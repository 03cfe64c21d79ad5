import { readFile, stat } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { findGit } from '../folder/git-lock.ts';
import type { Counted } from './count.ts';

/** What git's index knows of a work tree's files: enough to tell whether git could bring one back. */
export interface GitIndex {
  /** The top of the work tree. */
  readonly root: string;
  readonly entries: ReadonlyMap<string, { readonly mtimeMs: number; readonly size: number }>;
}

const indexAtMost = 16 * 1024 * 1024;

/** The index of the repository that a path is in; `null` outside every repository. No git is started. */
export async function gitIndexOf(path: string): Promise<GitIndex | null> {
  const folder = await findGit(dirname(path));
  if (folder === null) return null;
  const root = dirname(folder);
  // A worktree's git folder is elsewhere; its files are then not told about.
  if (!folder.endsWith(`${sep}.git`)) return null;
  const file = `${folder}${sep}index`;
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  if (size > indexAtMost) return null;
  const bytes = size > 0 ? await readFile(file).catch(() => null) : null;
  return { root, entries: bytes ? readIndex(bytes) : new Map() };
}

/**
 * Whether git could bring it back: it is in the index, and as it is there. (What is only staged counts: its content is
 * in git's store.) A folder only where every file in it is safe.
 */
export async function isSafe(
  { root, entries }: GitIndex,
  path: string,
  kind: 'file' | 'folder' | 'other',
  counted: Counted | null,
): Promise<boolean> {
  const name = relative(root, path).split(sep).join('/');
  const fits = async (entry: { mtimeMs: number; size: number } | undefined, at: string): Promise<boolean> => {
    if (!entry) return false;
    const now = await stat(at).catch(() => null);
    return now !== null && now.size === entry.size && Math.abs(now.mtimeMs - entry.mtimeMs) < 2;
  };
  if (kind !== 'folder') return fits(entries.get(name), path);
  if (!counted || counted.atLeast) return false;
  const inside = [...entries].filter(([one]) => one.startsWith(name === '' ? '' : `${name}/`));
  if (inside.length < counted.files) return false;
  const safe = await Promise.all(inside.map(([one, entry]) => fits(entry, `${root}${sep}${one}`)));
  return safe.every(Boolean);
}

/** Reads an index of version 2, 3 or 4 (git's Documentation/gitformat-index); empty where it is something else. */
export function readIndex(bytes: Buffer): Map<string, { mtimeMs: number; size: number }> {
  const entries = new Map<string, { mtimeMs: number; size: number }>();
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'DIRC') return entries;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return entries;
  let at = 12;
  let previous: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count && at + 62 <= bytes.length; i++) {
    const begin = at;
    const mtimeMs = bytes.readUInt32BE(at + 8) * 1000 + bytes.readUInt32BE(at + 12) / 1e6;
    const size = bytes.readUInt32BE(at + 36);
    const extended = version >= 3 && (bytes.readUInt16BE(at + 60) & 0x4000) !== 0;
    at += extended ? 64 : 62;
    let dropped = 0;
    if (version === 4) {
      // How much of the name before is not taken over, as a variable-length number.
      let byte = bytes[at++] ?? 0;
      dropped = byte & 0x7f;
      while (byte & 0x80) {
        byte = bytes[at++] ?? 0;
        dropped = ((dropped + 1) << 7) | (byte & 0x7f);
      }
    }
    const end = bytes.indexOf(0, at);
    if (end < 0) return entries;
    const own = bytes.subarray(at, end);
    const name = version === 4 ? Buffer.concat([previous.subarray(0, previous.length - dropped), own]) : own;
    previous = name;
    entries.set(name.toString('utf8'), { mtimeMs, size });
    at = version === 4 ? end + 1 : begin + ((end - begin + 8) & ~7);
  }
  return entries;
}
