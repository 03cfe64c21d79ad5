import { useApp } from '../app/app.tsx';
import { useLive } from '../app/use-store.ts';
import { IconButton } from '../parts/button.tsx';
import { useWords } from '../words/use-words.ts';

/** On a narrow window: the way to the list, and to what belongs to the task. */
export function TopBar() {
  const app = useApp();
  const say = useWords();
  const { tasks } = useLive(app.line.list);
  const waiting = tasks.filter((task) => task.waiting > 0).length;
  return (
    <div className="top-bar">
      <span className="badge-holder">
        <IconButton icon="menu" label={say('list.show')} onClick={() => app.opened.setState({ list: true })} />
        {waiting > 0 && <span className="badge">{waiting}</span>}
      </span>
      <span className="brand">Bureau</span>
      <IconButton
        icon="search"
        label={say('palette.title')}
        onClick={() => app.opened.setState({ dialog: 'palette' })}
      />
    </div>
  );
}
