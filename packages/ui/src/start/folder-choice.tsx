import { useEffect, useId, useState } from 'react';
import { useApp } from '../app/app.tsx';
import { Icon } from '../parts/icon.tsx';
import { nameOf, place } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';
import { FolderDialog } from './folder-dialog.tsx';

/** Where: the folders used last, and any other. */
export function FolderChoice({
  folder,
  fresh,
  onPick,
  problem,
}: {
  /** Null: none is picked, or the fresh one. */
  readonly folder: string | null;
  /** A fresh folder is offered too: for practice. */
  readonly fresh: boolean;
  readonly onPick: (folder: string | null) => void;
  readonly problem: string;
}) {
  const app = useApp();
  const say = useWords();
  const id = useId();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let here = true;
    app.line.call('folders.recent', {}).then(
      ({ folders }) => here && setRecent(folders.slice(0, 4)),
      // Without them any folder can still be picked.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [app]);
  const shown = folder !== null && !recent.includes(folder) ? [folder, ...recent].slice(0, 5) : recent;
  const browse = async () => {
    const native = window.bureauShell;
    if (!native) return setOpen(true);
    const path = await native.pickFolder(folder ?? undefined);
    if (path !== null) onPick(path);
  };
  return (
    <fieldset className="start-part" aria-describedby={id}>
      <legend>{say('start.where')}</legend>
      <div className="folders">
        {fresh && (
          <label className="choice folder">
            <input type="radio" name="folder" checked={folder === null} onChange={() => onPick(null)} />
            <span className="words">
              <span className="name">{say('folder.practice')}</span>
              <span className="soft small">{say('folder.practice.means')}</span>
            </span>
          </label>
        )}
        {shown.map((path) => (
          <label key={path} className="choice folder" title={path}>
            <input type="radio" name="folder" checked={path === folder} onChange={() => onPick(path)} />
            <span className="words">
              <span className="name" dir="auto">
                {nameOf(path)}
              </span>
              <span className="soft small" dir="ltr">
                {place(path)}
              </span>
            </span>
          </label>
        ))}
        <button type="button" className="choice folder" onClick={() => void browse()}>
          <Icon name="folder" />
          <span className="words">
            <span className="name">{say(shown.length || fresh ? 'folder.other' : 'folder.pick')}</span>
            {shown.length === 0 && !fresh && <span className="soft small">{say('folder.pick.means')}</span>}
          </span>
        </button>
      </div>
      <p id={id} className="problem" role="alert">
        {problem}
      </p>
      {open && (
        <FolderDialog
          start={folder}
          onClose={() => setOpen(false)}
          onPick={(path) => {
            setOpen(false);
            onPick(path);
          }}
        />
      )}
    </fieldset>
  );
}
