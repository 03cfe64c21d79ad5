import { useApp } from '../app/app.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/use-words.ts';
import { keyList } from './shortcuts.ts';

/** The list of keys. */
export function KeysDialog() {
  const { opened } = useApp();
  const say = useWords();
  return (
    <Dialog title={say('keys.title')} onClose={() => opened.setState({ dialog: 'none' })}>
      <dl className="key-list">
        {keyList.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) =>
                key === '–' ? (
                  <span key={key}> – </span>
                ) : (
                  <kbd key={key} className="key">
                    {key}
                  </kbd>
                ),
              )}
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
