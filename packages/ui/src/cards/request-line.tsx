import type { RequestRow } from '@bureau/host/client';
import { Fold } from '../parts/fold.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useWords } from '../words/use-words.ts';
import type { Say } from '../words/words.ts';
import { visible } from './card.tsx';
import { Chips, Places } from './chips.tsx';

/** A card in its place in the conversation: what was asked, and what became of it. */
export function RequestLine({ row }: { readonly row: RequestRow }) {
  const say = useWords();
  const { icon, words, tone } = outcome(row, say);
  const chosen = row.closed?.answers
    ? Object.values(row.closed.answers)
        .flat()
        .filter(Boolean)
        .join(', ')
    : '';
  return (
    <div className={`asked-line ${tone}`}>
      <Icon name={icon} />
      <div className="asked-words">
        <p dir="auto">{row.card.title}</p>
        <p className="asked-outcome">
          {words}
          {chosen !== '' && <>: {chosen}</>}
        </p>
        {row.closed?.message && (
          <blockquote className="asked-message" dir="auto">
            {row.closed.message}
          </blockquote>
        )}
        {row.closed !== null && row.request === 'permission' && (
          <Fold title={say('details')} className="small">
            <div className="stack tight">
              <p dir="auto">{row.card.sentence}</p>
              <Places card={row.card} />
              <Chips chips={row.card.chips} />
              {row.exact !== '' && (
                <pre className="exact" dir="ltr">
                  {visible(row.exact)}
                </pre>
              )}
            </div>
          </Fold>
        )}
      </div>
    </div>
  );
}

function outcome(row: RequestRow, say: Say): { readonly icon: IconName; readonly words: string; readonly tone: string } {
  const { closed } = row;
  if (!closed) return { icon: 'hand', words: say('asked.waits'), tone: 'waits' };
  if (closed.how === 'withdrawn') return { icon: 'cross', words: say('asked.withdrawn'), tone: '' };
  if (closed.how === 'expired') return { icon: 'clock', words: say('asked.expired'), tone: '' };
  const who = closed.by === 'terminal' ? 'terminal' : closed.by === 'auto' ? 'auto' : closed.by === 'no-input' ? 'nobody' : 'you';
  const by = who === 'you' ? '' : ` (${say(`asked.by.${who}`)})`;
  if (closed.answer === 'deny')
    return {
      icon: 'cross',
      words: say(row.request === 'question' ? 'asked.refused' : closed.message ? 'asked.differently' : 'asked.no') + by,
      tone: '',
    };
  const yes = row.request === 'question' ? 'asked.answered' : closed.answer === 'allow-similar' ? 'asked.similar' : 'asked.yes';
  return { icon: 'check', words: say(yes) + by, tone: 'yes' };
}
