/** One object a line, for programs. */
export function printJson(values: readonly unknown[]): void {
  for (const value of values) process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Rows under each other; the last column takes what is left of the line. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
    });
  for (const row of rows) {
    const padded = row.map((text, column) =>
      column === row.length - 1 ? text : text + ' '.repeat(widths[column]! - widthOf(text)),
    );
    process.stdout.write(`${padded.join('  ').trimEnd()}\n`);
  }
}

/** Columns of a terminal: Korean and Chinese characters take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u.test(
      character,
    )
      ? 2
      : 1;
  return width;
}

/** Makes text safe for a terminal: an agent's words can't move the cursor or change the title. */
export function plain(text: string, most = 200): string {
  const one = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim();
  return one.length > most ? `${one.slice(0, most - 1)}…` : one;
}

export function wrongUse(command: string, message: string): number {
  process.stderr.write(`bureau ${command}: ${message}\n`);
  return 2;
}

export function failed(command: string, message: string): number {
  process.stderr.write(`bureau ${command}: ${message}\n`);
  return 1;
}
