import type { StepRow } from '@bureau/host/client';
import { useEffect, useState } from 'react';
import { useApp, wordsOf } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Ansi } from '../text/ansi.tsx';
import { Diff, looksLikeDiff } from '../text/diff.tsx';
import { size } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { usePage } from './use-task.ts';

/** Everything that is known of a step: what exactly was run or changed, and what it printed. */
export function StepDetail({ step }: { readonly step: StepRow }) {
  const say = useWords();
  const { exact } = step;
  const address = step.step === 'web' ? addressIn(exact ?? '') : null;
  return (
    <div className="step-detail">
      {step.exitCode !== null && step.exitCode !== 0 && (
        <p className="step-bad">{say('step.exit', { code: step.exitCode })}</p>
      )}
      {address !== null && (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {address}
          </a>
        </p>
      )}
      {exact && (
        <>
          <h3 className="small soft">{say(step.step === 'edit' ? 'step.change' : 'card.exact')}</h3>
          {looksLikeDiff(exact) ? <Diff text={exact} /> : <pre className="exact">{exact}</pre>}
        </>
      )}
      {step.output ? (
        <Output step={step} />
      ) : step.tail !== '' ? (
        <>
          <h3 className="small soft">{say('step.printed')}</h3>
          <Ansi text={step.tail} />
        </>
      ) : (
        step.state === 'completed' && <p className="small soft">{say('step.silent')}</p>
      )}
    </div>
  );
}

const addressIn = (text: string): string | null => /https?:\/\/[^\s"'<>]+/.exec(text)?.[0] ?? null;

/** What was printed; kept by the host and fetched piece by piece. */
function Output({ step }: { readonly step: StepRow }) {
  const { line } = useApp();
  const { task } = usePage();
  const say = useWords();
  const language = useLanguage();
  const [text, setText] = useState('');
  const [more, setMore] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const id = step.output?.id ?? '';
  useEffect(() => {
    let here = true;
    line.call('task.output', { task, id }).then(
      (found) => {
        if (!here) return;
        setText(found.text);
        setMore(found.more);
      },
      (error) => here && setFailed(wordsOf(error)),
    );
    return () => {
      here = false;
    };
  }, [line, task, id]);
  const fetchMore = () =>
    line.call('task.output', { task, id, from: text.length }).then(
      (found) => {
        setText((now) => now + found.text);
        setMore(found.more && found.text !== '');
      },
      (error) => setFailed(wordsOf(error)),
    );
  return (
    <>
      <h3 className="small soft">
        {say('step.printed')} ({size(step.output?.bytes ?? 0, language)})
      </h3>
      <Ansi text={text} />
      {failed !== null && <p className="problem">{failed}</p>}
      {more && (
        <Button slim onClick={() => void fetchMore()}>
          {say('more')}
        </Button>
      )}
    </>
  );
}
