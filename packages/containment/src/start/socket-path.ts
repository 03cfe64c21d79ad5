import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A path in a folder of this user's own; short enough for a socket (104 bytes on macOS). */
export function socketPath(hold: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\bureau-${hold}`;
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return runtime ? join(runtime, 'bureau', hold) : join(tmpdir(), `bureau-${userInfo().uid}`, hold);
}
