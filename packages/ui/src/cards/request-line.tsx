import type { RequestRow, StepRow } from '@bureau/host/client';
import { Fold } from '../parts/fold.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { StepDetail } from '../task/step-detail.tsx';
import { useWords } from '../words/use-words.ts';
import type { Say } from '../words/words.ts';
import { visible } from './card.tsx';
import { Chips, Places } from './chips.tsx';

/** A card in its place in the conversation: what was asked, and what became of it; it opens to everything else. */
export function RequestLine({ row, step }: { readonly row: RequestRow; readonly step: StepRow | null }) {
  const say = useWords();
  const { icon, words, tone } = outcome(row, say);
  if (!row.closed)
    return (
      <p className="turn-end waits-line">
        <Icon name={icon} />
        <span dir="auto">
          {row.card.title} · {words}
        </span>
      </p>
    );
  const chosen = row.closed.answers ? Object.values(row.closed.answers).flat().filter(Boolean).join(', ') : '';
  const done = step !== null && (step.state === 'completed' || step.state === 'failed' || step.state === 'running');
  const head = (
    <>
      {step?.state === 'running' ? <span className="spinner" /> : <Icon name={icon} />}
      <span dir="auto" className="asked-title">
        {done ? step.title : row.card.title}
        <span className={step?.state === 'failed' ? 'step-bad' : 'asked-outcome'}>
          {' · '}
          {step?.state === 'failed' && `${say('step.failed')} · `}
          {words}
          {chosen !== '' && `: ${chosen}`}
        </span>
      </span>
    </>
  );
  const message = row.closed.message && (
    <blockquote className="asked-message" dir="auto">
      {row.closed.message}
    </blockquote>
  );
  if (row.request === 'question')
    return (
      <div className={`asked-line ${tone}`}>
        <p className="asked-head">{head}</p>
        {message}
      </div>
    );
  return (
    <div className={`asked-line ${tone}`}>
      <Fold title={head}>
        <div className="step-detail">
          {row.card.sentence !== '' && <p dir="auto">{row.card.sentence}</p>}
          <Places card={row.card} />
          <Chips chips={row.card.chips} />
          {row.exact !== '' && step?.exact !== row.exact && (
            <pre className="exact" dir="ltr">
              {visible(row.exact)}
            </pre>
          )}
        </div>
        {done && <StepDetail step={step} />}
      </Fold>
      {message}
    </div>
  );
}

function outcome(
  row: RequestRow,
  say: Say,
): { readonly icon: IconName; readonly words: string; readonly tone: string } {
  const { closed } = row;
  if (!closed) return { icon: 'hand', words: say('asked.waits'), tone: 'waits' };
  if (closed.how === 'withdrawn') return { icon: 'cross', words: say('asked.withdrawn'), tone: '' };
  if (closed.how === 'expired') return { icon: 'clock', words: say('asked.expired'), tone: '' };
  const who =
    closed.by === 'terminal' ? 'terminal' : closed.by === 'auto' ? 'auto' : closed.by === 'no-input' ? 'nobody' : 'you';
  const by = who === 'you' ? '' : ` (${say(`asked.by.${who}`)})`;
  if (closed.answer === 'deny')
    return {
      icon: 'cross',
      words: say(row.request === 'question' ? 'asked.refused' : closed.message ? 'asked.differently' : 'asked.no') + by,
      tone: '',
    };
  const yes =
    row.request === 'question' ? 'asked.answered' : closed.answer === 'allow-similar' ? 'asked.similar' : 'asked.yes';
  return { icon: 'check', words: say(yes) + by, tone: 'yes' };
}
