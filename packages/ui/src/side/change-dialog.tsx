import type { ChangedFile, HostCalls } from '@bureau/contracts';
import { useEffect, useState } from 'react';
import { useApp, wordsOf } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Note } from '../parts/note.tsx';
import { Diff } from '../text/diff.tsx';
import { nameOf } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';

type Found = HostCalls['task.diff']['value'];

/** One changed file and its change, or all of them: put back from the checkpoint, asked first where somebody else changed it. */
export default function ChangeDialog({
  task,
  file,
  onClose,
  onPutBack,
}: {
  readonly task: string;
  /** null: everything. */
  readonly file: ChangedFile | null;
  readonly onClose: () => void;
  readonly onPutBack: () => void;
}) {
  const app = useApp();
  const say = useWords();
  const [diff, setDiff] = useState<Found | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<readonly string[]>(file?.changedSince ? [file.path] : []);
  const path = file?.path;
  useEffect(() => {
    if (path === undefined) return;
    let here = true;
    app.line.call('task.diff', { task, path }).then(
      (found) => here && setDiff(found),
      (error) => here && setFailed(wordsOf(error)),
    );
    return () => {
      here = false;
    };
  }, [app, task, path]);
  const putBack = async () => {
    const force = conflicts.length > 0;
    try {
      const { restored, conflicts: found } = await app.line.call('task.put-back', {
        task,
        paths: path === undefined ? null : [path],
        ...(force ? { force } : {}),
      });
      onPutBack();
      if (found.length > 0 && !force) return setConflicts(found);
      app.tell('good', say('changes.restored', { count: restored.length }));
      onClose();
    } catch (error) {
      setFailed(wordsOf(error));
    }
  };
  const can = file === null || file.canPutBack;
  return (
    <Dialog
      wide
      title={file ? nameOf(file.path) : say('changes.putAllBack')}
      sentence={say(file ? 'changes.file.means' : 'changes.all.means')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('close')}</Button>
          {can && (
            <Button kind={conflicts.length > 0 ? 'danger' : 'primary'} icon="rewind" onClick={() => void putBack()}>
              {say(conflicts.length > 0 ? 'changes.putBackAnyway' : 'changes.putBack')}
            </Button>
          )}
        </>
      }
    >
      {file && <p className="soft small">{file.path}</p>}
      {conflicts.length > 0 && (
        <Note tone="warn" role="alert">
          <span>{say('changes.conflict', { count: conflicts.length })}</span>
          {file === null && (
            <ul>
              {conflicts.slice(0, 10).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
        </Note>
      )}
      {!can && <Note>{say('changes.cannot')}</Note>}
      {failed !== null && (
        <Note tone="lost" role="alert">
          {failed}
        </Note>
      )}
      {diff?.binary && <p className="soft">{say('changes.binary')}</p>}
      {diff && !diff.binary && diff.diff !== '' && <Diff text={diff.diff} />}
      {diff?.truncated && <p className="soft small">{say('changes.truncated')}</p>}
    </Dialog>
  );
}
