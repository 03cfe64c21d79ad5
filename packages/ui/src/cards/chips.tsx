import type { Card } from '@bureau/contracts';
import { Icon } from '../parts/icon.tsx';
import { place } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import { chipLook, placeLook, placesOf } from './looks.ts';

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
  const places = placesOf(card);
  return (
    <ul className="places" aria-label={say('card.where')}>
      {places.slice(0, 6).map(({ id, path }) => {
        const look = placeLook(id);
        return (
          <li key={`${id} ${path}`} className={look.outside ? 'place outside' : 'place'}>
            <Icon name={look.icon} />
            <span>
              {say(look.word)}
              {path !== undefined && (
                <bdi className="place-path" title={path}>
                  {place(path)}
                </bdi>
              )}
            </span>
          </li>
        );
      })}
      {places.length > 6 && <li className="soft small">{say('card.morePlaces', { count: places.length - 6 })}</li>}
    </ul>
  );
}
