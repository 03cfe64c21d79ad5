import { deflateRawSync, inflateRawSync } from 'node:zlib';

export interface Kept {
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  readonly ino: number;
}
/** A folder as it was: its files by path, and what was left out. */
export interface Manifest {
  readonly files: ReadonlyMap<string, Kept>;
  readonly leftOut: readonly string[];
}
export interface Checkpoint {
  readonly at: number;
  /** `before` a turn, `after` it, or before something was put back. */
  readonly kind: 'before' | 'after';
  readonly manifest: Manifest;
}

export function pack({ files, leftOut }: Manifest): Uint8Array {
  const rows = [...files].map(([path, { hash, size, mtimeMs, mode, ino }]) => [path, hash, size, mtimeMs, mode, ino]);
  return deflateRawSync(JSON.stringify({ rows, leftOut }));
}

export function unpack(bytes: Uint8Array): Manifest {
  const { rows, leftOut } = JSON.parse(inflateRawSync(bytes).toString()) as {
    rows: [string, string, number, number, number, number][];
    leftOut: string[];
  };
  return {
    files: new Map(rows.map(([path, hash, size, mtimeMs, mode, ino]) => [path, { hash, size, mtimeMs, mode, ino }])),
    leftOut,
  };
}

/** The same files with the same contents. */
export function sameFiles(a: Manifest, b: Manifest): boolean {
  if (a.files.size !== b.files.size) return false;
  for (const [path, { hash, mode }] of a.files) {
    const other = b.files.get(path);
    if (other?.hash !== hash || other.mode !== mode) return false;
  }
  return true;
}
