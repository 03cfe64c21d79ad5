/** The longest name or text that a sentence shows whole; longer ones lose their middle. */
const longest = 120;

/**
 * A name from outside as a sentence may show it: on one line, nothing invisible, nothing that turns the direction of
 * writing, of bounded length. Characters that can't be seen are written as their code, so that the person sees them.
 */
export function shown(name: string, most = longest): string {
  // Only what could be shown is looked at: names from outside may be very long.
  let text = name.length > most * 20 ? `${name.slice(0, most * 10)}…${name.slice(-most * 10)}` : name;
  if (/[^\x20-\x7e]/.test(text)) {
    text = text
      .replace(/\r?\n/g, ' ⏎ ')
      .replace(/\t/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f/gu, code)
      .replace(/[^\S ]/gu, code);
  }
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.6);
  return `${cut(text.slice(0, head))}…${text.slice(text.length - (most - head - 1)).replace(/^[\udc00-\udfff]/, '')}`;
}

const cut = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
const code = (char: string): string => `‹U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`;
