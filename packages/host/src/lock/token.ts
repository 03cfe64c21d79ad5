import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const form = /^[\w-]{43}$/;
export const tokenFile = (dataDir: string): string => join(dataDir, 'token');

/** The token of the running host, or of the last one; null where there is none that can be used. */
export function readToken(dataDir: string): string | null {
  try {
    const token = readFileSync(tokenFile(dataDir), 'utf8').trim();
    return form.test(token) ? token : null;
  } catch {
    return null;
  }
}

/**
 * A new token (256 bits, file 0600) for a host that starts. Never an earlier one: a port that a dead host left could
 * be taken by another user's program, and a window that was left open would tell it the token.
 */
export function newToken(dataDir: string): string {
  const token = randomBytes(32).toString('base64url');
  const draft = `${tokenFile(dataDir)}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, tokenFile(dataDir));
  return token;
}

/** Makes the data folder, or takes from others what rights they have in it. */
export function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
}
