import { parseArgs } from 'node:util';

export type Asked =
  | 'help'
  | {
      readonly ok: true;
      readonly json: boolean;
      readonly all: boolean;
      readonly archived: boolean;
      readonly rest: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** Reads `[TASK] [--json] [--all]` for the commands that ask a host. */
export function parseAsking(args: readonly string[], most: number, flags: readonly ('all' | 'archived')[] = []): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
      },
    });
    const given = values as { json?: boolean; help?: boolean; all?: boolean; archived?: boolean };
    if (given.help) return 'help';
    if (positionals.length > most)
      return { ok: false, message: `«${positionals[most]}» was not expected; see --help.` };
    return {
      ok: true,
      json: given.json ?? false,
      all: given.all ?? false,
      archived: given.archived ?? false,
      rest: positionals,
    };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
