/** Letters of scripts that hold look-alikes of Latin ones. */
const lookAlikeScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/**
 * Whether a text holds what cannot be seen (control, invisible, direction-changing characters, spaces that are not the
 * space) or letters that look like others (words that mix scripts, styled Latin letters).
 */
export function hasOddCharacters(text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|\u034f/u.test(text)) return true;
  if (/[^\S ]/.test(text)) return true;
  return mixesScripts(text);
}

/** The same for a command, where tabs and line ends are usual. */
export const commandHasOddCharacters = (command: string): boolean =>
  !/^[\x20-\x7e\t\r\n]*$/.test(command) && hasOddCharacters(command.replace(/[\t\r\n]/g, ' '));

/** Whether a word mixes Latin with a script that has look-alikes, or writes Latin in other letters. */
export function mixesScripts(text: string): boolean {
  if (/^[\x00-\x7f]*$/.test(text)) return false;
  for (const word of text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    if (lookAlikeScripts.test(word) && /\p{Script=Latin}/u.test(word)) return true;
    if (/\p{Script=Cyrillic}/u.test(word) && /\p{Script=Greek}/u.test(word)) return true;
    for (const letter of word) if (letter > '\x7f' && /^[\x00-\x7f]+$/.test(letter.normalize('NFKC'))) return true;
  }
  return false;
}
