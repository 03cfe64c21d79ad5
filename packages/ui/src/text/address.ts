/** Web and mail addresses only; anything else (javascript:, data:, file:, relative) is no link. */
export function safeAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
