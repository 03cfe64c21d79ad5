import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes a program into `folder` that is started like Claude Code and then misbehaves in one way (`claude.cjs` lists
 * them), and gives its path: for `binary.path` and BUREAU_CLAUDE_PATH.
 */
export async function faultClaude(folder: string, fault: string): Promise<string> {
  const path = join(folder, `claude-${fault}`);
  const program = fileURLToPath(new URL('./claude.cjs', import.meta.url));
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  await writeFile(path, `#!/bin/sh\nFAULT=${quote(fault)} exec ${quote(process.execPath)} ${quote(program)} "$@"\n`, {
    mode: 0o755,
  });
  return path;
}
