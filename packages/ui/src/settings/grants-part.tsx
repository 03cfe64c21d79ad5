import type { Grant } from '@bureau/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { useLive } from '../app/use-store.ts';
import { Button } from '../parts/button.tsx';
import { when } from '../words/figures.ts';
import { useLanguage, useWords } from '../words/use-words.ts';
import { Part } from './part.tsx';

/** What was allowed to last, each with its reach; any can be taken back. */
export function GrantsPart() {
  const app = useApp();
  const say = useWords();
  const language = useLanguage();
  const { tasks } = useLive(app.line.list);
  const [grants, setGrants] = useState<readonly Grant[] | null>(null);
  const look = useCallback(
    () => app.attempt(app.line.call('grants.list', {}).then((found) => setGrants(found.grants))),
    [app],
  );
  useEffect(() => void look(), [look]);
  const titleOf = (task: string) => tasks.find((one) => one.task === task)?.title ?? '';
  return (
    <Part title={say('settings.grants')}>
      <p className="soft">{say('settings.grants.means')}</p>
      {grants?.length === 0 && <p>{say('settings.grants.none')}</p>}
      {grants?.map(({ id, task, reach, at }) => (
        <div key={id} className="setting">
          <span className="setting-words">
            <span className="setting-name">{reach}</span>
            <span className="soft small">
              {titleOf(task)} · {when(at, language)}
            </span>
          </span>
          <Button slim onClick={() => void app.attempt(app.line.call('grants.revoke', { id })).then(() => void look())}>
            {say('settings.grants.revoke')}
          </Button>
        </div>
      ))}
    </Part>
  );
}
