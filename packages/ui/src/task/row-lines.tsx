import type { EndedRow, NoticeRow, ResumedRow, SaidRow, TextRow, TurnEndRow, TurnStartRow } from '@bureau/host/client';
import { Fold } from '../parts/fold.tsx';
import { Icon } from '../parts/icon.tsx';
import { Note } from '../parts/note.tsx';
import { nameOf, when } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';

/** Words of the person. */
export function Said({ row }: { readonly row: SaidRow }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <div className="said">
      <div className="bubble" dir="auto">
        <span className="unseen">{say('you')} </span>
        {row.text}
        {row.preview && '…'}
        {row.files.length > 0 && (
          <span className="bubble-files">
            {row.files.map((file) => (
              <span key={file} className="chip">
                <Icon name="file" />
                {nameOf(file)}
              </span>
            ))}
          </span>
        )}
      </div>
      <span className="said-when soft small">
        {row.state === 'queued' ? say('said.queued') : row.at && when(row.at, language)}
      </span>
    </div>
  );
}

/** What the agent thought, for those who want to see it. */
export function Thinking({ row }: { readonly row: TextRow }) {
  const say = useWords();
  return (
    <Fold title={say('thinking')} className="thinking small">
      <p className="plain-text soft" dir="auto">
        {row.text}
      </p>
    </Fold>
  );
}

/** A turn that began without the person: marked as such. */
export function OwnTurn({ row }: { readonly row: TurnStartRow }) {
  const say = useWords();
  return (
    <p className="own-turn">
      <Icon name="rewind" />
      <span>
        <strong>{say('ownTurn')}</strong> {row.why}
      </span>
    </p>
  );
}

export function TurnEnd({ row }: { readonly row: TurnEndRow }) {
  const say = useWords();
  const language = useLanguage();
  if (row.state === 'failed')
    return (
      <Note tone="lost">
        <strong>{say('turn.failed')}</strong>
        <span>{row.error?.message ?? say('turn.failed.means')}</span>
        {row.summary !== '' && <span className="soft">{row.summary}</span>}
        {row.error?.detail && (
          <Fold title={say('details')} className="small">
            <pre className="exact">{row.error.detail}</pre>
          </Fold>
        )}
      </Note>
    );
  const interrupted = row.state === 'interrupted';
  return (
    <p className="turn-end soft">
      <Icon name={interrupted ? 'stop' : 'check'} />
      <span>
        {say(interrupted ? 'turn.interrupted' : 'turn.done')}
        {row.summary !== '' && <> · {row.summary}</>}
        {row.at && <> · {when(row.at, language)}</>}
      </span>
    </p>
  );
}

/** Codes that say something to the person even at level info. */
const spoken = new Set([
  'retry',
  'rate-limit',
  'model-changed',
  'auto-answered',
  'not-asked',
  'git-lock',
  'empty-folders',
]);

/** What Bureau or the agent has to tell. What only a developer would understand stays folded away. */
export function NoticeLine({ row }: { readonly row: NoticeRow }) {
  const say = useWords();
  const quiet = row.level === 'info' && !spoken.has(row.code);
  const technical = row.level !== 'error' && /^(line-|unknown-|agent-stderr|duplicate|settle)/.test(row.code);
  const detail = row.detail && <pre className="exact">{row.detail}</pre>;
  if (quiet || technical)
    return (
      <Fold title={say('notice.technical')} className="small thinking">
        <p className="soft">{row.message}</p>
        {detail}
      </Fold>
    );
  return (
    <Note tone={row.level === 'error' ? 'lost' : row.level === 'warning' ? 'warn' : 'plain'}>
      <span>{row.message}</span>
      {detail && (
        <Fold title={say('details')} className="small">
          {detail}
        </Fold>
      )}
    </Note>
  );
}

export function Ended({ row }: { readonly row: EndedRow }) {
  const say = useWords();
  if (row.how === 'stopped' && row.message === '') return null;
  if (row.how === 'failed' || row.how === 'lost')
    return (
      <Note tone="lost">
        <strong>{say(row.how === 'lost' ? 'ended.lost' : 'ended.failed')}</strong>
        <span>{row.message || say('ended.failed.means')}</span>
        <span>{say('ended.goOn')}</span>
      </Note>
    );
  return (
    <p className="turn-end soft">
      <Icon name="check" />
      <span>
        {say('ended.finished')} {row.message}
      </span>
    </p>
  );
}

export function Resumed({ row }: { readonly row: ResumedRow }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <p className="turn-end soft">
      <Icon name="play" />
      <span>
        {say('resumed')} · {when(row.at, language)}
      </span>
    </p>
  );
}
