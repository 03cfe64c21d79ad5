import type { Receipt } from '@bureau/contracts';
import { useState } from 'react';
import { useApp, wordsOf } from '../app/app.tsx';
import { useLive } from '../app/use-store.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Note } from '../parts/note.tsx';
import { ReceiptWords } from '../task/receipt.tsx';
import { nameOf } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';

type Stage =
  | { readonly at: 'ask' }
  | { readonly at: 'stopping'; readonly again: boolean }
  | { readonly at: 'done'; readonly receipts: readonly { readonly task: string; readonly receipt: Receipt }[] }
  | { readonly at: 'failed'; readonly why: string };

/** Stops every task: says what that means, shows how it goes, then the receipts. */
export function StopEverything() {
  const { line, opened } = useApp();
  const say = useWords();
  const { tasks } = useLive(line.list);
  const [stage, setStage] = useState<Stage>({ at: 'ask' });
  const running = tasks.filter((task) => task.state !== 'ended');
  const close = () => opened.setState({ dialog: 'none' });
  const stop = (again: boolean) => {
    setStage({ at: 'stopping', again });
    line.call('task.stop-all', {}).then(
      ({ receipts }) =>
        setStage((now) => (now.at === 'done' && receipts.length === 0 ? now : { at: 'done', receipts })),
      (error) => setStage({ at: 'failed', why: wordsOf(error) }),
    );
  };
  const titleOf = (task: string) => tasks.find((one) => one.task === task)?.title ?? '';
  return (
    <Dialog
      title={say('stopAll')}
      onClose={close}
      actions={
        stage.at === 'ask' && running.length > 0 ? (
          <>
            <Button onClick={close}>{say('cancel')}</Button>
            <Button kind="danger" full icon="stop" onClick={() => stop(false)}>
              {say('stopAll.go', { count: running.length })}
            </Button>
          </>
        ) : stage.at === 'stopping' && !stage.again ? (
          <Button kind="danger" icon="stop" onClick={() => stop(true)}>
            {say('stop.harder')}
          </Button>
        ) : (
          <Button onClick={close}>{say('close')}</Button>
        )
      }
    >
      {stage.at === 'ask' && running.length === 0 && <p>{say('stopAll.nothing')}</p>}
      {stage.at === 'ask' && running.length > 0 && (
        <>
          <p>{say('stopAll.means')}</p>
          <ul>
            {running.map(({ task, title, folder }) => (
              <li key={task}>
                {title} <span className="soft">· {nameOf(folder)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {stage.at === 'stopping' && (
        <p className="row" role="status">
          <span className="spinner" />
          {say('stop.progress')}
        </p>
      )}
      {stage.at === 'done' && stage.receipts.length === 0 && <p role="status">{say('stopAll.nothing')}</p>}
      {stage.at === 'done' &&
        stage.receipts.map(({ task, receipt }) => (
          <section key={task} className="stack">
            <h3>{titleOf(task)}</h3>
            <ReceiptWords receipt={receipt} />
          </section>
        ))}
      {stage.at === 'failed' && (
        <Note tone="lost" role="alert">
          {stage.why}
        </Note>
      )}
    </Dialog>
  );
}
