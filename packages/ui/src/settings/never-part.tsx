import { useApp } from '../app/app.tsx';
import { useLive } from '../app/use-store.ts';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { Part } from './part.tsx';

const never = ['never.allow', 'never.send', 'never.login', 'never.hide', 'never.git', 'never.stopped'] as const;

/** What Bureau never does. */
export function NeverPart() {
  const app = useApp();
  const say = useWords();
  const { host } = useLive(app.line.state);
  return (
    <Part title={say('never.title')}>
      <ul className="never">
        {never.map((id) => (
          <li key={id}>
            <Icon name="shield" />
            <span>{say(id)}</span>
          </li>
        ))}
      </ul>
      {host && <p className="soft small">{say('settings.version', { version: host.version })}</p>}
    </Part>
  );
}
