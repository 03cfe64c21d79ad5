import { useEffect, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { useWords } from '../words/use-words.ts';
import { type Coloured, colour } from './highlight.ts';

/** A block of code, coloured by a worker once it is whole. */
export function Code({
  text,
  language,
  final,
}: {
  readonly text: string;
  readonly language: string;
  readonly final: boolean;
}) {
  const say = useWords();
  const [pieces, setPieces] = useState<Coloured | null>(null);
  useEffect(() => {
    if (!final || language === '' || text.length > 100_000) return;
    let here = true;
    colour(text, language).then(
      (found) => here && setPieces(found),
      // Plain is fine.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [text, language, final]);
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard where it's wide. */}
      <pre tabIndex={0} dir="ltr">
        <code>
          {pieces
            ? pieces.map(([kind, words], index) =>
                kind === '' ? (
                  words
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
                  <span key={index} className={kind}>
                    {words}
                  </span>
                ),
              )
            : text}
        </code>
      </pre>
      {final && (
        <IconButton slim icon="clip" label={say('copy')} onClick={() => void navigator.clipboard.writeText(text)} />
      )}
    </div>
  );
}
