import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface RunOptions {
  /** Undefined: the one used last, or the first that is installed. */
  readonly agent: 'claude' | 'codex' | 'practice' | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly prompt: string;
  readonly model: string | undefined;
  readonly resume: string | undefined;
  readonly plan: boolean;
  readonly noInput: boolean;
  readonly json: boolean;
}

export type Parsed =
  | { readonly ok: true; readonly options: RunOptions }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments; nothing is done yet. */
export function parseRun(args: readonly string[]): Parsed | 'help' {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const { agent } = values;
  if (agent !== undefined && agent !== 'claude' && agent !== 'codex' && agent !== 'practice')
    return wrong(`there is no agent «${agent}»: claude, codex or practice.`);
  let prompt = positionals.join(' ');
  if (values['prompt-file'] !== undefined) {
    if (prompt) return wrong('give the prompt either as words or with --prompt-file.');
    try {
      prompt = readFileSync(values['prompt-file'], 'utf8');
    } catch (error) {
      return wrong(`the prompt can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (prompt.trim() === '') return wrong('say what is to be done: the prompt is empty. Nothing was started.');
  return {
    ok: true,
    options: {
      agent,
      folder: resolve(values.folder ?? '.'),
      prompt,
      model: values.model,
      resume: values.resume,
      plan: values.plan ?? false,
      noInput: values['no-input'] ?? false,
      json: values.json ?? false,
    },
  };
}

const read = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      agent: { type: 'string' },
      folder: { type: 'string' },
      model: { type: 'string' },
      resume: { type: 'string' },
      plan: { type: 'boolean' },
      'prompt-file': { type: 'string' },
      'no-input': { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });

const wrong = (message: string): Parsed => ({ ok: false, message });
