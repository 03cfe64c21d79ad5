import type { Card } from '@bureau/contracts';
import { Icon } from '../parts/icon.tsx';
import { place } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import { chipLook, placeLook, placesOf } from './looks.ts';

/** Paths named for one place. */
const pathsShown = 4;

/** What a request would change, each as a sign with a word. */
export function Chips({ chips }: { readonly chips: readonly string[] }) {
  const say = useWords();
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={say('card.would')}>
      {chips.map((chip) => {
        const look = chipLook(chip);
        return (
          <li key={chip} className={`chip ${look?.tone ?? 'warn'}`}>
            <Icon name={look?.icon ?? 'question'} />
            {look ? say(look.word) : chip}
          </li>
        );
      })}
    </ul>
  );
}

/** Where a request acts; outside of the folder in a colour, a word and a sign. */
export function Places({ card }: { readonly card: Card }) {
  const say = useWords();
  return (
    <ul className="places" aria-label={say('card.where')}>
      {placesOf(card).map(({ id, paths }) => {
        const look = placeLook(id);
        // Inside the folder the sentence names the files; elsewhere the whole path matters.
        const shown = look.outside ? paths.slice(0, pathsShown) : [];
        return (
          <li key={id} className={look.outside ? 'place outside' : 'place'}>
            <Icon name={look.icon} />
            <span>
              {say(look.word)}
              {shown.map((path) => (
                <bdi key={path} className="place-path" title={path}>
                  {place(path)}
                </bdi>
              ))}
              {look.outside && paths.length > shown.length && (
                <span className="place-path">{say('card.morePlaces', { count: paths.length - shown.length })}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
