import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { go } from '../app/route.ts';
import { useLive } from '../app/use-store.ts';
import { CardDock } from '../cards/dock.tsx';
import { Button } from '../parts/button.tsx';
import { Side } from '../side/side.tsx';
import { useWords } from '../words/use-words.ts';
import { Composer } from './composer.tsx';
import { StatusLine } from './status-line.tsx';
import { TaskHead } from './task-head.tsx';
import { Transcript } from './transcript.tsx';
import { useTurnNews } from './use-news.ts';
import { openPage, PageContext } from './use-task.ts';
import './task.css';

/** One task: what was said and done, what waits, and what belongs to it on the right. */
export function TaskPage({ task }: { readonly task: string }) {
  const app = useApp();
  const say = useWords();
  const page = useMemo(() => openPage(task, app.line.task(task)), [app, task]);
  const view = useLive(page.store);
  const { side } = useStore(app.opened);
  const composer = useRef<HTMLTextAreaElement>(null);
  useTurnNews(view);
  const title = view.summary?.title;
  useEffect(() => {
    if (title !== undefined) document.getElementById('main')?.setAttribute('aria-label', title);
    return () => document.getElementById('main')?.removeAttribute('aria-label');
  }, [title]);
  if (view.status === 'unknown')
    return (
      <div className="alone stack">
        <h1>{say('task.unknown')}</h1>
        <p>{say('task.unknown.means')}</p>
        <Button kind="primary" onClick={() => go({ at: 'start' })}>
          {say('list.new')}
        </Button>
      </div>
    );
  if (view.status === 'loading' || !view.summary)
    return (
      <p className="task-loading soft" role="status">
        <span className="spinner" /> {say('loading')}
      </p>
    );
  return (
    <PageContext value={page}>
      <div className={side ? 'task side-open' : 'task'}>
        <div className="task-main">
          <TaskHead summary={view.summary} />
          <Transcript view={view} />
          <div className="dock">
            <CardDock requests={view.requests} agent={view.summary.agent} />
            <StatusLine view={view} summary={view.summary} />
            <Composer view={view} summary={view.summary} field={composer} />
          </div>
        </div>
        <Side view={view} summary={view.summary} />
      </div>
    </PageContext>
  );
}
