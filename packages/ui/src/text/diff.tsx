import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useWords } from '../words/use-words.ts';
import './text.css';

/** Lines shown at first. */
const atFirst = 400;

export const looksLikeDiff = (text: string): boolean => /^(?:@@ .* @@|diff --git |--- .*\n\+\+\+ )/m.test(text);

/** A change by lines, each marked by a sign and a colour, and said by a word for those who hear it. */
export function Diff({ text }: { readonly text: string }) {
  const say = useWords();
  const [all, setAll] = useState(false);
  const lines = text.split('\n');
  const shown = all ? lines : lines.slice(0, atFirst);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard. */}
      <pre className="exact diff" tabIndex={0} dir="ltr">
        {shown.map((line, index) => {
          const kind = kindOf(line);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the text.
            <span key={index} className={`diff-line ${kind}`}>
              {kind === 'added' && <span className="unseen">{say('diff.added')}: </span>}
              {kind === 'removed' && <span className="unseen">{say('diff.removed')}: </span>}
              {line}
              {'\n'}
            </span>
          );
        })}
      </pre>
      {lines.length > shown.length && (
        <Button slim onClick={() => setAll(true)}>
          {say('more')}
        </Button>
      )}
    </>
  );
}

function kindOf(line: string): string {
  if (/^(diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode|similarity|rename )/.test(line))
    return 'head';
  if (line.startsWith('@@')) return 'head';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
