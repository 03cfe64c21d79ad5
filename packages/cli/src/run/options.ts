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

export const runHelp = `Usage: bureau run [OPTIONS] PROMPT

Hands a piece of work to an agent, here in the terminal. What it wants to do comes as a card; answer with its number.
Ctrl-C stops the task: everything it started is ended. The task ends with this terminal.

  --agent AGENT       claude, codex or practice (the one used last, or the first that is installed)
  --folder DIR        where it works (here)
  --model MODEL       one of the agent's models (its own choice)
  --resume ID         go on with a session of the agent
  --plan              begin in the agent's plan mode
  --prompt-file FILE  read the prompt from a file (an argument holds at most 128 KiB)
  --no-input          nobody answers: permissions and questions are refused; it finishes with its turn
  --json              events as JSON lines out, commands in
  --data-dir DIR      where Bureau keeps its data
`;

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
