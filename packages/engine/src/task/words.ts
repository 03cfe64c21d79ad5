/** At most `limit` characters, on one line, never half of a pair. */
export function shorten(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** A task's first title: the beginning of what was asked for. */
export function titleOf(prompt: string): string {
  return shorten(prompt.trim().split('\n', 1)[0] ?? '', 80);
}
