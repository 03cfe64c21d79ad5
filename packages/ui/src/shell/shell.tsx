import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { route } from '../app/route.ts';
import { useLive } from '../app/use-store.ts';
import { TaskList } from '../list/list.tsx';
import { OfficeStrip } from '../office/strip.tsx';
import { Start } from '../start/start.tsx';
import { TaskPage } from '../task/task-page.tsx';
import { useWords } from '../words/use-words.ts';
import { Announcer } from './announcer.tsx';
import { Banner } from './banner.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import { StopEverything } from './stop-everything.tsx';
import { ToldMessages } from './told.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

const Settings = lazy(() => import('../settings/settings.tsx'));
const Palette = lazy(() => import('../palette/palette.tsx'));

/** The whole window: tasks on the left, what was picked in the middle. */
export function Shell() {
  const app = useApp();
  const say = useWords();
  const at = useStore(route);
  const { dialog, list } = useStore(app.opened);
  const { line } = useLive(app.line.state);
  useShortcuts(app);
  // On a narrow window the list lies over the middle; picking something puts it away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever something else is shown.
  useEffect(() => app.opened.setState({ list: false, side: false }), [at]);
  return (
    <CSPProvider disableStyleElements>
      <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
        {say('skip')}
      </button>
      <div className={`shell at-${at.at}${list ? ' list-open' : ''}`}>
        <TaskList />
        {list && (
          <button
            type="button"
            className="list-scrim"
            aria-label={say('close')}
            onClick={() => app.opened.setState({ list: false })}
          />
        )}
        <div className="middle" inert={list}>
          <TopBar />
          {line !== 'open' && <Banner />}
          <OfficeStrip />
          <main id="main" tabIndex={-1}>
            {at.at === 'start' && <Start folder={at.folder} />}
            {at.at === 'task' && <TaskPage key={at.task} task={at.task} />}
            {at.at === 'settings' && (
              <Suspense fallback={null}>
                <Settings />
              </Suspense>
            )}
          </main>
        </div>
      </div>
      <ToldMessages />
      <Announcer />
      {dialog === 'keys' && <KeysDialog />}
      {dialog === 'stop-everything' && <StopEverything />}
      {dialog === 'palette' && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
    </CSPProvider>
  );
}
