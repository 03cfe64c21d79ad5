/** Colours of the terminal, or none: NO_COLOR (no-color.org), a dumb terminal, or no terminal at all. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

export function paintFor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Paint {
  const on = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const style = (open: number, close: number) => (text: string) =>
    on ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { bold: style(1, 22), dim: style(2, 22), accent: style(36, 39), good: style(32, 39), bad: style(31, 39) };
}
