import type { PastTurnRow } from '@bureau/host/client';
import { useEffect } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLanguage, useWords } from '../words/use-words.ts';
import { tally } from './lines.ts';
import { tallyWords } from './tally-words.ts';
import { usePage } from './use-task.ts';

/** A turn of the past in outline; coming into sight it's fetched, and its lines take this one's place. */
export function PastTurn({ row }: { readonly row: PastTurnRow }) {
  const say = useWords();
  const language = useLanguage();
  const { store } = usePage();
  const { line, problem } = row;
  useEffect(() => {
    if (problem === null) void store.loadTurn(line.from);
  }, [store, line.from, problem]);
  const done = line.summary || tallyWords(tally(line.steps), say, language);
  return (
    <div className="past-turn">
      {line.prompt !== '' && line.origin === 'user' && (
        <div className="said">
          <div className="bubble" dir="auto">
            {line.prompt}
          </div>
        </div>
      )}
      {done !== '' && (
        <p className="turn-end soft">
          <Icon name="check" />
          <span>{done}</span>
        </p>
      )}
      {line.answer !== '' && (
        <p className="plain-text answer" dir="auto">
          {line.answer}
        </p>
      )}
      {problem !== null && (
        <p className="row soft">
          {problem}
          <Button slim onClick={() => void store.loadTurn(line.from)}>
            {say('again')}
          </Button>
        </p>
      )}
    </div>
  );
}
