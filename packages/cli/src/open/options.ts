import { parseArgs } from 'node:util';

export interface OpenOptions {
  /** Shown first in the window, for a new task; absolute. */
  readonly folder: string | null;
  readonly window: boolean;
  readonly port: number | undefined;
  readonly json: boolean;
}

/** Reads what stands behind \`bureau open\`. */
export function parseOpen(
  args: readonly string[],
): 'help' | { readonly ok: true; readonly options: OpenOptions } | { readonly ok: false; readonly message: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'no-window': { type: 'boolean' },
        port: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return 'help';
    if (positionals.length > 1) return { ok: false, message: `one folder can be named, not ${positionals.length}.` };
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      return { ok: false, message: `--port wants a number from 0 to 65535, not «${values.port}».` };
    const json = values.json ?? false;
    return {
      ok: true,
      options: { folder: positionals[0] ?? null, window: !json && !values['no-window'], port, json },
    };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
