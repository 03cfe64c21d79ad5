import { hasOddCharacters } from '../characters.ts';

/** Line breaks and tabs are a shell's own; picture letters are joined by an invisible character. */
const usual =
  /[\n\t]|\r\n|(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\S)\ufe0f/gu;

/** Whether a command holds what cannot be seen, or letters that look like others. */
export function isOdd(command: string): boolean {
  if (/^[\x20-\x7e\n\t]*$/.test(command)) return false;
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(command)) return true;
  return hasOddCharacters(command.replace(usual, ' ').replace(/ /g, ' '));
}
