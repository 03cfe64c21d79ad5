import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { size } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { Part } from './part.tsx';

const days = 30;

/** Where Bureau keeps what it knows, how much that is, and how to be rid of it. */
export function DataPart() {
  const app = useApp();
  const say = useWords();
  const language = useLanguage();
  const [data, setData] = useState<{ readonly bytes: number; readonly path: string } | null>(null);
  const [asking, setAsking] = useState<'older' | 'all' | null>(null);
  const look = useCallback(() => app.attempt(app.line.call('data.size', {}).then(setData)), [app]);
  useEffect(() => void look(), [look]);
  const remove = async () => {
    const work =
      asking === 'all'
        ? app.line.call('data.delete-all', { confirm: 'delete everything' })
        : app.line
            .call('tasks.delete-older', { days })
            .then(({ deleted }) => app.tell('good', say('settings.data.deleted', { count: deleted })));
    setAsking(null);
    await app.attempt(work);
    await look();
  };
  return (
    <Part title={say('settings.data')}>
      <div className="setting">
        <span className="setting-words">
          <span className="setting-name">{say('settings.data.folder')}</span>
          <span className="soft small">{data?.path}</span>
        </span>
        <span>{data && size(data.bytes, language)}</span>
      </div>
      <p className="soft small">{say('settings.data.export')}</p>
      <div className="row">
        <Button slim icon="bin" onClick={() => setAsking('older')}>
          {say('settings.data.older', { days })}
        </Button>
        <Button slim kind="danger" icon="bin" onClick={() => setAsking('all')}>
          {say('settings.data.all')}
        </Button>
      </div>
      {asking !== null && (
        <Dialog
          title={say(asking === 'all' ? 'settings.data.all' : 'settings.data.older', { days })}
          sentence={say(asking === 'all' ? 'settings.data.all.means' : 'settings.data.older.means', { days })}
          onClose={() => setAsking(null)}
          actions={
            <>
              <Button onClick={() => setAsking(null)}>{say('cancel')}</Button>
              <Button kind="danger" full onClick={() => void remove()}>
                {say('delete')}
              </Button>
            </>
          }
        />
      )}
    </Part>
  );
}
