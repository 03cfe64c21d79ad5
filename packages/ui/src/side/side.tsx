import type { TaskSummary } from '@bureau/contracts';
import type { TaskView } from '@bureau/host/client';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { IconButton } from '../parts/button.tsx';
import { useWords } from '../words/use-words.ts';
import { Changes } from './changes.tsx';
import { Running } from './running.tsx';
import { Usage } from './usage.tsx';
import './side.css';

/** What belongs to the task: what runs, what changed, what it used. */
export function Side({ view, summary }: { readonly view: TaskView; readonly summary: TaskSummary }) {
  const app = useApp();
  const say = useWords();
  const { side } = useStore(app.opened);
  return (
    <aside className="side" aria-label={say('side.title')}>
      {side && (
        <div className="side-close">
          <IconButton icon="cross" label={say('close')} onClick={() => app.opened.setState({ side: false })} />
        </div>
      )}
      <Running view={view} summary={summary} />
      <Changes view={view} summary={summary} />
      <Usage view={view} />
    </aside>
  );
}
