import type { ChangedFile, TaskSummary } from '@bureau/contracts';
import type { TaskView } from '@bureau/host/client';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { nameOf } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import type { MessageId } from '../words/words.ts';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));

const looks: Record<ChangedFile['change'], { readonly icon: IconName; readonly word: MessageId }> = {
  created: { icon: 'sparkle', word: 'change.created' },
  changed: { icon: 'pencil', word: 'change.changed' },
  deleted: { icon: 'bin', word: 'change.deleted' },
  moved: { icon: 'move', word: 'change.moved' },
};

/** What the task changed in the folder, by file; each opens to the change itself and can be put back. */
export function Changes({ view, summary }: { readonly view: TaskView; readonly summary: TaskSummary }) {
  const app = useApp();
  const say = useWords();
  const { task, folder, state } = summary;
  const [files, setFiles] = useState<readonly ChangedFile[]>([]);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<ChangedFile | 'all' | null>(null);
  const look = useCallback(
    () =>
      app.line.call('task.changes', { task }).then(
        (found) => {
          setFiles(found.files);
          setLeftOut(found.leftOut);
        },
        // What is shown stays; the next step asks again.
        () => undefined,
      ),
    [app, task],
  );
  const done = view.rows.reduce((sum, row) => sum + (row.kind === 'step' && row.state !== 'running' ? 1 : 0), 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each step and when the state changes.
  useEffect(() => void look(), [look, state, done]);
  return (
    <section className="side-part">
      <h2>
        {say('changes.title')}
        {files.length > 0 && <span className="side-count">{files.length}</span>}
      </h2>
      {files.length === 0 && <p className="soft small">{say('changes.none')}</p>}
      <ul className="side-list tight">
        {files.slice(0, 200).map((file) => (
          <li key={file.path}>
            <button type="button" className="changed" onClick={() => setOpened(file)} title={file.path}>
              <Icon name={looks[file.change]?.icon ?? 'file'} />
              <span className="changed-words">
                <bdi className="changed-name">{nameOf(file.path)}</bdi>
                <span className="soft small">
                  {say(looks[file.change]?.word ?? 'change.changed')}
                  {inside(file.path, folder) !== '' && (
                    <>
                      {' · '}
                      <bdi>{inside(file.path, folder)}</bdi>
                    </>
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {files.length > 200 && <p className="small soft">{say('changes.more', { count: files.length - 200 })}</p>}
      {files.some(({ canPutBack }) => canPutBack) && (
        <Button slim icon="rewind" onClick={() => setOpened('all')}>
          {say('changes.putAllBack')}
        </Button>
      )}
      {leftOut.length > 0 && <p className="small soft">{say('changes.leftOut', { count: leftOut.length })}</p>}
      {opened !== null && (
        <Suspense fallback={null}>
          <ChangeDialog
            task={task}
            file={opened === 'all' ? null : opened}
            onClose={() => setOpened(null)}
            onPutBack={() => void look()}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The folder inside the task's own, where there is one. */
function inside(path: string, folder: string): string {
  const relative = path.startsWith(folder) ? path.slice(folder.length).replace(/^[\\/]/, '') : path;
  return relative.split(/[\\/]/).slice(0, -1).join('/');
}
