import type { RequestRow } from '@bureau/host/client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { Icon } from '../parts/icon.tsx';
import { isTyping } from '../shell/shortcuts.ts';
import { Diff, looksLikeDiff } from '../text/diff.tsx';
import { useWords } from '../words/use-words.ts';
import { Chips, Places } from './chips.tsx';
import { weightOf } from './looks.ts';
import { useAnswer } from './use-answer.ts';
import { useCalm } from './use-calm.ts';

/** A permission as a card: what would be done, where, how sure that is, and the four answers. */
export function CardView({ row, head }: { readonly row: RequestRow; readonly head: ReactNode }) {
  const say = useWords();
  const id = useId();
  const { card, exact, explanation } = row;
  const calm = useCalm(row.requestId);
  const answer = useAnswer(row.requestId);
  const [different, setDifferent] = useState(false);
  const similar = card.answers.includes('allow-similar') && card.reach !== undefined;
  const choices = [
    () => answer({ answer: 'allow' }),
    () => answer({ answer: 'deny' }),
    () => setDifferent(true),
    ...(similar ? [() => answer({ answer: 'allow-similar' })] : []),
  ];
  useCardKeys(calm && !different, choices, 1);
  return (
    <section className={`card ${weightOf(card)}`} aria-labelledby={id}>
      <div className="card-body">
        {head}
        <h2 id={id} className="card-title" tabIndex={-1} dir="auto">
          {card.title}
        </h2>
        {card.sentence !== '' && card.sentence !== card.title && (
          <p className="card-sentence" dir="auto">
            {card.sentence}
          </p>
        )}
        <Places card={card} />
        <Chips chips={card.chips} />
        {!card.confident && (
          <p className="card-unsure">
            <Icon name="question" />
            {say('card.unsure')}
          </p>
        )}
        {card.details.length > 1 && (
          <Fold title={say('card.details', { count: card.details.length })}>
            <ul>
              {card.details.map(({ sentence, part }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the request.
                <li key={index} dir="auto" title={part}>
                  {sentence}
                </li>
              ))}
            </ul>
          </Fold>
        )}
        {explanation !== null && explanation.trim() !== '' && (
          <figure className="card-ai">
            <figcaption>{say('card.ai')}</figcaption>
            <blockquote dir="auto">{explanation}</blockquote>
          </figure>
        )}
        {exact !== '' && (
          <Fold title={say('card.exact')}>
            {looksLikeDiff(exact) ? (
              <Diff text={exact} />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard.
              <pre className="exact" tabIndex={0} dir="ltr">
                {visible(exact)}
              </pre>
            )}
          </Fold>
        )}
      </div>
      {different ? (
        <Differently onBack={() => setDifferent(false)} onSend={(message) => answer({ answer: 'deny', message })} />
      ) : (
        <div className="card-answers">
          <Button kind="primary" shortcut="1" disabled={!calm} onClick={choices[0]}>
            {say('answer.allow')}
          </Button>
          <Button shortcut="2 · Esc" disabled={!calm} onClick={choices[1]}>
            {say('answer.deny')}
          </Button>
          <Button shortcut="3" disabled={!calm} onClick={choices[2]}>
            {say('answer.differently')}
          </Button>
          {similar && (
            <span className="similar">
              <Button kind="plain" slim shortcut="4" disabled={!calm} aria-describedby={`${id}r`} onClick={choices[3]}>
                {say('answer.similar')}
              </Button>
              <span id={`${id}r`} className="small soft">
                {say('answer.reach', { reach: card.reach ?? '' })}
              </span>
            </span>
          )}
        </div>
      )}
    </section>
  );
}

/** Characters that hide or turn text around are shown by their number: nothing may look like something else. */
export const visible = (text: string): string =>
  text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (one) => `⟨U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );

/** Number keys and Escape, while nobody types and no dialog is open. `no`: the place of the No among the choices. */
export function useCardKeys(on: boolean, choices: readonly (() => void)[], no: number): void {
  const now = useRef({ on, choices });
  now.current = { on, choices };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { on: ready, choices: all } = now.current;
      if (event.defaultPrevented || event.isComposing || event.repeat || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"],[role="menu"]'))
        return;
      const choice =
        event.key === 'Escape' ? all[no] : /^[1-9]$/.test(event.key) ? all[Number(event.key) - 1] : undefined;
      if (!choice || !ready) return;
      event.preventDefault();
      choice();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [no]);
}

/** No, with words about what to do instead. */
function Differently({ onSend, onBack }: { readonly onSend: (message: string) => void; readonly onBack: () => void }) {
  const say = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = () => text.trim() !== '' && onSend(text.trim());
  return (
    <div className="card-differently">
      <label htmlFor={id}>{say('answer.differently.label')}</label>
      <textarea
        id={id}
        ref={field}
        className="field"
        dir="auto"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            onBack();
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div className="row">
        <Button kind="primary" className={text.trim() === '' ? 'off' : ''} onClick={send}>
          {say('answer.differently.send')}
        </Button>
        <Button kind="plain" onClick={onBack}>
          {say('back')}
        </Button>
      </div>
    </div>
  );
}
