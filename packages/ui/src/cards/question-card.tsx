import type { Question } from '@bureau/contracts';
import type { RequestRow } from '@bureau/host/client';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Fold } from '../parts/fold.tsx';
import { useWords } from '../words/use-words.ts';
import { useAnswer } from './use-answer.ts';
import { useCalm } from './use-calm.ts';

type Given = Readonly<Record<string, { readonly picked: readonly string[]; readonly own: string }>>;

/** Questions of the agent: one choice, several, own words, or a secret. */
export function QuestionCard({ row, head }: { readonly row: RequestRow; readonly head: ReactNode }) {
  const say = useWords();
  const id = useId();
  const calm = useCalm(row.requestId);
  const answer = useAnswer(row.requestId);
  const [given, setGiven] = useState<Given>({});
  const [missing, setMissing] = useState(false);
  const deny = () => answer({ answer: 'deny' });
  const only = row.questions.length === 1 ? row.questions[0] : undefined;
  const pick = (question: Question, label: string, checked: boolean) => {
    setMissing(false);
    setGiven((now) => {
      const before = now[question.id] ?? { picked: [], own: '' };
      const others = before.picked.filter((one) => one !== label);
      const picked = question.multiple ? (checked ? [...others, label] : others) : [label];
      return { ...now, [question.id]: { picked, own: question.multiple ? before.own : '' } };
    });
  };
  const write = (question: Question, own: string) => {
    setMissing(false);
    setGiven((now) => {
      const before = now[question.id] ?? { picked: [], own: '' };
      return { ...now, [question.id]: { picked: question.multiple || own === '' ? before.picked : [], own } };
    });
  };
  const send = () => {
    const answers: Record<string, string[]> = {};
    for (const question of row.questions) {
      const { picked, own } = given[question.id] ?? { picked: [], own: '' };
      const all = [...picked, ...(own.trim() === '' ? [] : [question.secret ? own : own.trim()])];
      if (all.length === 0) return setMissing(true);
      answers[question.id] = all;
    }
    answer({ answer: 'allow', answers });
  };
  return (
    <section className="card plain" aria-labelledby={id}>
      <form
        className="card-body"
        id={`${id}f`}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {head}
        <h2 id={id} className="card-title" tabIndex={-1} dir="auto">
          {only ? only.text : row.card.title}
        </h2>
        {row.explanation !== null && row.explanation.trim() !== '' && (
          <figure className="card-ai">
            <figcaption>{say('card.ai')}</figcaption>
            <blockquote dir="auto">{row.explanation}</blockquote>
          </figure>
        )}
        {row.questions.map((question) => (
          <Asked
            key={question.id}
            question={question}
            alone={only !== undefined}
            given={given[question.id]}
            onPick={(label, checked) => pick(question, label, checked)}
            onWrite={(text) => write(question, text)}
          />
        ))}
        {row.exact !== '' && (
          <Fold title={say('details')} className="small">
            <pre className="exact">{row.exact}</pre>
          </Fold>
        )}
        <p className="problem" role="alert">
          {missing && say('question.missing')}
        </p>
      </form>
      <div className="card-answers">
        <Button kind="primary" type="submit" form={`${id}f`} disabled={!calm}>
          {say('question.send')}
        </Button>
        <Button disabled={!calm} onClick={deny}>
          {say('question.refuse')}
        </Button>
      </div>
    </section>
  );
}

function Asked({
  question,
  alone,
  given,
  onPick,
  onWrite,
}: {
  readonly question: Question;
  readonly alone: boolean;
  readonly given: Given[string] | undefined;
  readonly onPick: (label: string, checked: boolean) => void;
  readonly onWrite: (text: string) => void;
}) {
  const say = useWords();
  const id = useId();
  const [seen, setSeen] = useState(false);
  const { options, multiple, secret } = question;
  const free = question.free || secret || options.length === 0;
  return (
    <fieldset className="asked">
      <legend className={alone ? 'unseen' : ''} dir="auto">
        {question.text}
      </legend>
      {multiple && <p className="small soft">{say('question.several')}</p>}
      {options.map(({ label, description }) => (
        <label key={label} className="choice">
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={id}
            checked={given?.picked.includes(label) ?? false}
            onChange={(event) => onPick(label, event.target.checked)}
          />
          <span className="words" dir="auto">
            <span className="name">{label}</span>
            {description && <span className="soft small">{description}</span>}
          </span>
        </label>
      ))}
      {free && (
        <div className="own-words">
          <label htmlFor={id} className={options.length === 0 ? 'unseen' : 'small'}>
            {say(secret ? 'question.secret' : options.length ? 'question.own' : 'question.answer')}
          </label>
          <span className="row own-row">
            <input
              id={id}
              className="field"
              dir="auto"
              type={secret && !seen ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={!secret}
              value={given?.own ?? ''}
              onChange={(event) => onWrite(event.target.value)}
              onKeyDown={(event) => {
                // An Enter that ends a composition must not send the form.
                if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
                  event.preventDefault();
              }}
            />
            {secret && (
              <Button slim icon="eye" aria-pressed={seen} onClick={() => setSeen(!seen)}>
                {say(seen ? 'question.hide' : 'question.show')}
              </Button>
            )}
          </span>
          {secret && <p className="small soft">{say('question.secret.means')}</p>}
        </div>
      )}
    </fieldset>
  );
}
