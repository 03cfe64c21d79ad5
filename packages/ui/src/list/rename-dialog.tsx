import type { TaskSummary } from '@bureau/contracts';
import { useId, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/use-words.ts';

export function RenameDialog({ summary, onClose }: { readonly summary: TaskSummary; readonly onClose: () => void }) {
  const app = useApp();
  const say = useWords();
  const id = useId();
  const [title, setTitle] = useState(summary.title);
  const rename = async () => {
    if (title.trim() === '') return;
    if (await app.attempt(app.line.call('task.rename', { task: summary.task, title: title.trim() }))) onClose();
  };
  return (
    <Dialog
      title={say('task.rename')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button kind="primary" type="submit" form={`${id}f`}>
            {say('save')}
          </Button>
        </>
      }
    >
      <form
        id={`${id}f`}
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <label htmlFor={id} className="unseen">
          {say('task.name')}
        </label>
        <input id={id} className="field" dir="auto" value={title} onChange={(event) => setTitle(event.target.value)} />
      </form>
    </Dialog>
  );
}
