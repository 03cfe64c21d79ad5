import { commands, isCommand } from './commands.ts';
import { type Common, parseCommon } from './common.ts';

/** The exit codes of CONTRACTS.md. */
export const exit = { done: 0, failed: 1, wrongUse: 2, survived: 3, limit: 124 } as const;

const argv = process.argv.slice(2);
const parsed = parseCommon(argv);
if (!parsed.ok) {
  process.stderr.write(`bureau: ${parsed.message}\n`);
  process.exitCode = exit.wrongUse;
} else {
  process.exitCode = await dispatch(parsed.common, parsed.rest);
}

async function dispatch(common: Common, rest: readonly string[]): Promise<number> {
  const [first, ...others] = rest;
  if (first === '--help' || first === '-h' || first === 'help') {
    const { helpOf, helpOfAll } = await import('./manual/help.ts');
    const [about = ''] = others;
    process.stdout.write(isCommand(about) ? helpOf(about) : helpOfAll());
    return exit.done;
  }
  if (first === '--version' || first === 'version') {
    const { version } = await import('./version.ts');
    process.stdout.write(`${version}\n`);
    return exit.done;
  }
  // `bureau` alone, or with options of open only, opens the app.
  const name = first === undefined || first.startsWith('-') ? 'open' : first;
  if (!isCommand(name)) {
    process.stderr.write(`bureau: there is no command «${name}». \`bureau --help\` lists them.\n`);
    return exit.wrongUse;
  }
  const { run } = await commands[name]();
  return run(name === first ? others : rest, common);
}
