import { parseArgs } from 'node:util';

export interface OpenOptions {
  /** Shown first in the window, for a new task; absolute. */
  readonly folder: string | null;
  readonly window: boolean;
  readonly port: number | undefined;
  readonly json: boolean;
}

export const openHelp = `Usage: bureau [open] [FOLDER] [--no-window] [--port N] [--json]

Opens Bureau: the desktop app when it is installed, else a window of an installed browser, else it says where to go.
It runs until Ctrl-C (or SIGTERM), which stops every task; a receipt says what was ended.

  FOLDER        the folder for a new task
  --no-window   only the host, for servers: it prints the address
  --port N      listen on this port of 127.0.0.1; without it on any free one
  --json        print {"url","pid","dataDir","version"} on one line when it can be used; opens no window
  --data-dir D  keep the data in D
`;

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
