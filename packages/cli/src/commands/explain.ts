import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Action, Reading, Shell } from '@bureau/contracts';
import { type Language, languages, loadLanguage, readAction } from '@bureau/plain-words';
import type { Run } from '../common.ts';
import { outLine, runBatch } from '../explain/batch.ts';
import { helpOf } from '../manual/help.ts';

/** Reads one command, or many (CONTRACTS.md, bureau explain). */
export const run: Run = async (args) => {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    process.stderr.write(`bureau explain: ${parsed}\n`);
    return 2;
  }
  const { options, command } = parsed;
  if (options.help) {
    process.stdout.write(helpOf('explain'));
    return 0;
  }
  const language = options.lang as Language;
  if (language !== 'en') await loadLanguage(language);
  const home = options.home ?? homedir();
  if (options.batch) {
    await runBatch({ home, language });
    return 0;
  }
  const folder = resolve(options.folder ?? '.');
  const action: Action = {
    kind: 'command',
    shell: options.shell as Shell,
    command,
    cwd: resolve(options.cwd ?? folder),
  };
  const context = { folder, home, language };
  let reading = readAction(action, context);
  if (options.look) {
    const { look } = await import('@bureau/host/local');
    reading = readAction(action, { ...context, look: await look(action, reading, folder) });
  }
  process.stdout.write(options.json ? `${JSON.stringify(outLine(null, reading))}\n` : asText(reading));
  return 0;
};

function parse(args: readonly string[]) {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  try {
    const { values, positionals } = parseArgs({
      args: [...own],
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        cwd: { type: 'string' },
        home: { type: 'string' },
        shell: { type: 'string', default: process.platform === 'win32' ? 'powershell' : 'bash' },
        lang: { type: 'string', default: usualLanguage() },
        look: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        batch: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    // One argument is a command as it stands; several are its words, as a shell would have given them.
    const words = [...positionals, ...(end < 0 ? [] : args.slice(end + 1))];
    const command = words.length === 1 ? words[0]! : words.map(quoted).join(' ');
    if (!['bash', 'powershell', 'cmd'].includes(values.shell))
      return `«${values.shell}» is no shell it knows; there are bash, powershell and cmd.`;
    if (!(languages as readonly string[]).includes(values.lang))
      return `«${values.lang}» is no language it has; there are ${languages.join(', ')}.`;
    if (words.length === 0 && !values.batch && !values.help)
      return 'name the command after «--», or send lines to --batch.';
    return { options: values, command };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function usualLanguage(): string {
  const given = process.env['BUREAU_LANG'] ?? '';
  return (languages as readonly string[]).includes(given) ? given : 'en';
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./~^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

function asText({ title, sentence, details, chips, places }: Reading): string {
  const parts = details.map((detail) => `  - ${detail.sentence}`);
  const where = places.map(({ id, path }) => (path ? `${path} (${id})` : id));
  return [
    title,
    sentence,
    ...(parts.length > 1 ? parts : []),
    ...(chips.length > 0 ? [`Changes: ${chips.join(', ')}`] : []),
    ...(where.length > 0 ? [`Where: ${where.join(', ')}`] : []),
    '',
  ].join('\n');
}
