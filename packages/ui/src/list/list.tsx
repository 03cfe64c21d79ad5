import type { TaskSummary } from '@bureau/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { go, type Route, route, writeRoute } from '../app/route.ts';
import { useLive } from '../app/use-store.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { modKey } from '../shell/shortcuts.ts';
import { nameOf, place } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import { groupTasks } from './group.ts';
import { FoundList } from './search.tsx';
import { StateSign } from './state-words.tsx';
import './list.css';

/** The left side: every task, what waits on top; search; the way to everything else. */
export function TaskList() {
  const app = useApp();
  const say = useWords();
  const { tasks, loaded } = useLive(app.line.list);
  const at = useStore(route);
  const [query, setQuery] = useState('');
  const [archive, setArchive] = useState(false);
  const asked = useDeferredValue(query.trim());
  const shown = useMemo(() => groupTasks(tasks.filter((task) => task.archived === archive)), [tasks, archive]);
  const archived = tasks.some((task) => task.archived);
  const running = tasks.some((task) => task.state !== 'ended');
  return (
    <nav className="list" aria-label={say('list.title')}>
      <div className="list-head">
        <Link to={{ at: 'start' }} className="brand-link" current={false}>
          <img src="./favicon.svg" alt="" width="28" height="28" />
          <span className="brand">Bureau</span>
        </Link>
        <IconButton
          icon="search"
          label={`${say('palette.title')} (${modKey} K)`}
          slim
          onClick={() => app.opened.setState({ dialog: 'palette' })}
        />
      </div>
      <Button className="tinted" icon="plus" onClick={() => go({ at: 'start' })}>
        {say('list.new')}
      </Button>
      <label className="list-search">
        <Icon name="search" />
        <span className="unseen">{say('search.label')}</span>
        <input
          type="search"
          value={query}
          placeholder={say('search.placeholder')}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <div className="list-body">
        {asked !== '' ? (
          <FoundList query={asked} />
        ) : (
          <>
            {archive && (
              <p className="list-archive-head">
                <Icon name="archive" /> {say('list.archived')}
              </p>
            )}
            {loaded && shown.length === 0 && <p className="soft list-empty">{say('list.empty')}</p>}
            {shown.map(({ key, folder, tasks: ofGroup }) => (
              <section key={key}>
                <h2 className={folder === null ? 'group waits' : 'group'} title={folder ?? undefined}>
                  <Icon name={folder === null ? 'hand' : 'folder'} />
                  <span>{folder === null ? say('list.waiting') : nameOf(folder)}</span>
                </h2>
                <ul className="tasks">
                  {ofGroup.map((task) => (
                    <TaskLine
                      key={task.task}
                      task={task}
                      showFolder={folder === null}
                      current={at.at === 'task' && at.task === task.task}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
        {(archived || archive) && asked === '' && (
          <Button kind="plain" slim icon="archive" onClick={() => setArchive(!archive)}>
            {say(archive ? 'list.back' : 'list.archive')}
          </Button>
        )}
      </div>
      <div className="list-foot">
        {running && (
          <Button kind="danger" icon="stop" onClick={() => app.opened.setState({ dialog: 'stop-everything' })}>
            {say('stopAll')}
          </Button>
        )}
        <div className="row foot-row">
          <Button kind="plain" slim icon="gear" onClick={() => go({ at: 'settings' })}>
            {say('settings.title')}
          </Button>
          <Button kind="plain" slim onClick={() => app.opened.setState({ dialog: 'keys' })} shortcut="?">
            {say('keys.title')}
          </Button>
        </div>
      </div>
    </nav>
  );
}

function TaskLine({
  task,
  current,
  showFolder,
}: {
  readonly task: TaskSummary;
  readonly current: boolean;
  readonly showFolder: boolean;
}) {
  const say = useWords();
  return (
    <li>
      <Link to={{ at: 'task', task: task.task }} className="task-line" current={current}>
        <span className="task-title" dir="auto">
          {task.title}
        </span>
        <span className="task-sub">
          <StateSign task={task} say={say} />
          {showFolder && (
            <span className="soft" title={place(task.folder)}>
              {nameOf(task.folder)}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A place of the window as a link, so that it can be reached like any other. */
export function Link({
  to,
  className,
  current,
  children,
}: {
  readonly to: Route;
  readonly className: string;
  readonly current: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <a
      href={writeRoute(to)}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
