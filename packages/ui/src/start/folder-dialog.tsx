import type { HostCalls } from '@bureau/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApp, wordsOf } from '../app/app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Note } from '../parts/note.tsx';
import { nameOf, place } from '../words/figures.ts';
import { useWords } from '../words/use-words.ts';

type Listing = HostCalls['folders.list']['value'];

/** A browser of folders for the web window; the host lists them. */
export function FolderDialog({
  start,
  onPick,
  onClose,
}: {
  readonly start: string | null;
  readonly onPick: (folder: string) => void;
  readonly onClose: () => void;
}) {
  const { line } = useApp();
  const say = useWords();
  const [listing, setListing] = useState<Listing | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  /** The name of a folder that is being made; null while none is. */
  const [name, setName] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const look = useCallback(
    (path: string | null) =>
      line.call('folders.list', path === null ? {} : { path }).then(
        (found) => {
          setListing(found);
          setFailed(found.error ?? null);
        },
        (error) => setFailed(wordsOf(error)),
      ),
    [line],
  );
  useEffect(() => {
    void look(start);
  }, [look, start]);
  const make = async () => {
    if (!listing || (name ?? '').trim() === '') return;
    try {
      const { path } = await line.call('folders.create', { parent: listing.path, name: (name ?? '').trim() });
      setName(null);
      await enter(path);
    } catch (error) {
      setFailed(wordsOf(error));
    }
  };
  const enter = async (path: string) => {
    await look(path);
    list.current?.scrollTo(0, 0);
  };
  return (
    <Dialog
      wide
      title={say('folder.title')}
      sentence={say('folder.sentence')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button kind="primary" onClick={() => listing && onPick(listing.path)}>
            {listing ? say('folder.use', { name: nameOf(listing.path) }) : say('folder.pick')}
          </Button>
        </>
      }
    >
      <div className="browse-head">
        <Button
          slim
          icon="up"
          disabled={!listing?.parent}
          onClick={() => listing?.parent && void enter(listing.parent)}
        >
          {say('folder.up')}
        </Button>
        <span className="browse-path" title={listing?.path} role="status">
          <Icon name="folder" /> {listing ? place(listing.path) : ''}
        </span>
        {name === null && (
          <Button slim kind="plain" icon="plus" onClick={() => setName('')}>
            {say('folder.new')}
          </Button>
        )}
      </div>
      {name !== null && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <input
            className="field new-folder"
            aria-label={say('folder.new.name')}
            placeholder={say('folder.new.name')}
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field.
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" slim>
            {say('folder.new.make')}
          </Button>
        </form>
      )}
      {failed !== null && (
        <Note tone="warn" role="alert">
          {failed}
        </Note>
      )}
      <ul className="browse" ref={list} aria-label={say('folder.inside')}>
        {listing?.folders.map(({ name, path }) => (
          <li key={path}>
            <button type="button" onClick={() => void enter(path)}>
              <Icon name="folder" />
              <span dir="auto">{name}</span>
              <Icon name="chevron" />
            </button>
          </li>
        ))}
        {listing && listing.folders.length === 0 && <li className="soft browse-empty">{say('folder.none')}</li>}
      </ul>
    </Dialog>
  );
}
