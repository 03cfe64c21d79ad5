import { optionName } from './help.ts';
import { commandNames, dataDirOption, environment, type Page, pages } from './pages.ts';

/** Bureau's manual page, as troff with the man macros (man(7)). */
export function manPage(version: string): string {
  const lines = [
    `.TH BUREAU 1 "" "Bureau ${version}" "User Commands"`,
    '.SH NAME',
    'bureau \\- hand work to the Claude Code or Codex that you already installed',
    '.SH SYNOPSIS',
    '.B bureau',
    '[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    text(
      'Each permission that an agent asks for becomes a card in plain words. Stop ends everything that a task started, and a receipt proves it. Every command takes --data-dir DIR.',
    ),
    '.SH COMMANDS',
  ];
  for (const name of commandNames) {
    const page: Page = pages[name];
    lines.push(`.SS ${name}`);
    for (const way of page.usage) lines.push(`.B bureau ${text(way)}`, '.br');
    lines.push('.PP', text(page.text));
    for (const option of page.options) lines.push('.TP', `.B ${text(optionName(option))}`, text(option.about));
    if (page.exitCodes) lines.push('.PP', text(`Exit code: ${page.exitCodes}`));
  }
  lines.push('.SH OPTIONS', '.TP', `.B ${text(optionName(dataDirOption))}`, text(dataDirOption.about));
  lines.push('.SH ENVIRONMENT');
  for (const { name, about } of environment) lines.push('.TP', `.B ${name}`, text(about));
  return `${lines.join('\n')}\n`;
}

/** Keeps troff from taking text for its own words. */
const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('«', '\\(Fo')
    .replaceAll('»', '\\(Fc')
    .replaceAll('…', '...')
    .replace(/^(['.])/, '\\&$1');
