import Anser from 'anser';
import { useMemo } from 'react';

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Output with the colours that programs mark it with, in colours that can be read in both themes. */
export default function Coloured({ text }: { readonly text: string }) {
  const pieces = useMemo(() => toPieces(text), [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
    <pre className="exact output" tabIndex={0} dir="ltr">
      {pieces.map(({ kind, words }, index) =>
        kind === '' ? (
          words
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
          <span key={index} className={kind}>
            {words}
          </span>
        ),
      )}
    </pre>
  );
}

function toPieces(text: string): readonly { readonly kind: string; readonly words: string }[] {
  return Anser.ansiToJson(settle(text), { use_classes: true, remove_empty: true }).map((piece) => ({
    kind: [colourOf(piece.fg), ...piece.decorations.map((one) => `ansi-${one}`)].filter(Boolean).join(' '),
    // What colour can't say is taken away: cursor moves, titles, bells.
    words: piece.content.replace(
      /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g,
      '',
    ),
  }));
}

/** A progress bar writes its line again and again: only the last version stays. */
const settle = (text: string): string =>
  text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1))
    .join('\n');

/** Only the eight named colours are kept; of the others only what they are nearest to would be readable. */
function colourOf(fg: string | null): string {
  const name = /^ansi-(?:bright-)?(\w+)$/.exec(fg ?? '')?.[1];
  return name && names.includes(name) && name !== 'black' && name !== 'white' ? `ansi-${name}` : '';
}
