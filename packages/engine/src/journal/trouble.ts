/** SQLite's primary result codes that are told apart (sqlite.org/rescode.html). */
const codes = {
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  constraint: 19,
  notadb: 26,
};

function primary(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}

/** The file is no journal (any more): nothing can be written to it, something may be read from it. */
export const isDamage = (error: unknown): boolean =>
  primary(error) === codes.corrupt || primary(error) === codes.notadb;

/** Another process is writing: worth another try. */
export const isBusy = (error: unknown): boolean => primary(error) === codes.busy || primary(error) === codes.locked;

/** These numbers are taken already: another process was faster. */
export const isConflict = (error: unknown): boolean => primary(error) === codes.constraint;

/** What happened to the journal, what it means and what to do. */
export function troubleOf(error: unknown, dataDir: string): string {
  const code = primary(error);
  const fs = error instanceof Error && 'code' in error ? error.code : null;
  if (code === codes.full || fs === 'ENOSPC' || fs === 'EDQUOT')
    return `The disk that holds ${dataDir} is full. Work goes on, but what happens now is kept in memory only. Make room; it's then written down.`;
  if (code === codes.busy || code === codes.locked)
    return `Another program holds Bureau's journal in ${dataDir} locked. What happens now is kept in memory until it lets go. Close that program.`;
  if (code === codes.readonly || code === codes.perm || fs === 'EACCES' || fs === 'EPERM' || fs === 'EROFS')
    return `Bureau may not write to its data folder ${dataDir}. Allow it, or choose another one with --data-dir.`;
  if (code === codes.corrupt || code === codes.notadb)
    return `Bureau's journal in ${dataDir} is damaged. It was left as it is; what happens now is kept in memory only. Start Bureau again: it puts the damaged file aside and begins a new one.`;
  if (fs === 'ENOTDIR' || fs === 'EEXIST') return `${dataDir} is not a folder, so Bureau can't keep its data there.`;
  const detail = error instanceof Error ? error.message : String(error);
  return `Bureau can't use its data folder ${dataDir}: ${detail}`;
}
