import { useApp } from '../app/app.tsx';
import { useLive } from '../app/use-store.ts';
import { Button } from '../parts/button.tsx';
import { Note } from '../parts/note.tsx';
import { useWords } from '../words/use-words.ts';

/** The line to the host is not there: what that means, and that nothing typed is lost. */
export function Banner() {
  const app = useApp();
  const say = useWords();
  const { line, host, bye, tries } = useLive(app.line.state);
  // The very first moment needs no words.
  if (line === 'connecting' || (line === 'lost' && host === null && tries < 1)) return null;
  const refused = line === 'refused';
  return (
    <div className="banner">
      <Note tone="warn" role="status">
        <strong>{say(refused ? 'line.refused.title' : 'line.lost.title')}</strong>
        <span>{say(refused ? 'line.refused' : bye ? 'line.ended' : 'line.lost')}</span>
        {!refused && (
          <span className="row">
            <Button slim onClick={() => app.line.retry()}>
              {say('line.retry')}
            </Button>
          </span>
        )}
      </Note>
    </div>
  );
}
