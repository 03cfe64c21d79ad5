/** Options that every command takes. Unset ones fall to the environment, then to the default. */
export interface Common {
  readonly dataDir: string | undefined;
}

/** Takes the common options off the front of the arguments (before the command's own). */
export function parseCommon(
  argv: readonly string[],
): { ok: true; common: Common; rest: readonly string[] } | { ok: false; message: string } {
  let dataDir = process.env['BUREAU_DATA_DIR'] || undefined;
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (arg === '--') {
      rest.push(...argv.slice(i));
      break;
    }
    if (arg === '--data-dir') {
      dataDir = argv[++i];
      if (!dataDir) return { ok: false, message: '--data-dir wants a folder.' };
    } else if (arg.startsWith('--data-dir=')) dataDir = arg.slice('--data-dir='.length);
    else rest.push(arg);
  }
  return { ok: true, common: { dataDir }, rest };
}

/** What a command file exports: it returns the exit code and never calls process.exit. */
export type Run = (args: readonly string[], common: Common) => Promise<number>;
