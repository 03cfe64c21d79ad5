import { type CommandName, commandNames, dataDirOption, type Option, type Page, pages } from './pages.ts';

const lineLength = 98;

/** What `bureau COMMAND --help` prints. */
export function helpOf(name: CommandName): string {
  const page: Page = pages[name];
  const usage = page.usage.map((way, index) => `${index === 0 ? 'Usage:' : '      '} bureau ${way}`);
  return `${[
    ...usage,
    '',
    ...wrap(page.text, lineLength),
    '',
    ...optionLines([...page.options, dataDirOption]),
    ...(page.exitCodes ? ['', ...wrap(`Exit code: ${page.exitCodes}`, lineLength)] : []),
  ].join('\n')}\n`;
}

/** What `bureau --help` prints. */
export function helpOfAll(): string {
  const width = Math.max(...commandNames.map(({ length }) => length));
  return `${[
    'bureau: hand work to the Claude Code or Codex that you already installed.',
    '',
    'Usage: bureau [COMMAND] [OPTIONS]',
    '',
    ...commandNames.map((name) => `  ${name.padEnd(width)}  ${pages[name].about}`),
    '',
    'Every command takes --data-dir DIR. `bureau COMMAND --help` says more.',
  ].join('\n')}\n`;
}

export const optionName = ({ flag, value }: Option): string => (value ? `${flag} ${value}` : flag);

function optionLines(options: readonly Option[]): string[] {
  const width = Math.max(...options.map((option) => optionName(option).length));
  return options.flatMap((option) => {
    const [first = '', ...rest] = wrap(option.about, lineLength - width - 4);
    return [
      `  ${optionName(option).padEnd(width)}  ${first}`,
      ...rest.map((line) => `${' '.repeat(width + 4)}${line}`),
    ];
  });
}

function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
