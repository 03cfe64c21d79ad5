import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/app.tsx';
import { route } from '../app/route.ts';
import { useLive } from '../app/use-store.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../words/use-words.ts';
import { commandsFor, matching } from './commands.ts';
import './palette.css';

/** Everything that can be done or shown, by a few letters of its name. */
export default function Palette() {
  const app = useApp();
  const say = useWords();
  const id = useId();
  const at = useStore(route);
  const { tasks } = useLive(app.line.list);
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(() => commandsFor(app, say, tasks, at), [app, say, tasks, at]);
  const found = useMemo(() => matching(all, query).slice(0, 12), [all, query]);
  const picked = Math.min(place, found.length - 1);
  const close = () => app.opened.setState({ dialog: 'none' });
  const run = (index: number) => {
    const command = found[index];
    if (!command) return;
    close();
    command.run();
  };
  useEffect(() => {
    list.current?.children[picked]?.scrollIntoView({ block: 'nearest' });
  }, [picked]);
  return (
    <Dialog title={say('palette.title')} onClose={close}>
      <input
        className="field"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}l`}
        aria-activedescendant={found[picked] ? `${id}${picked}` : undefined}
        aria-label={say('palette.label')}
        placeholder={say('palette.label')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (move !== 0 && found.length > 0) {
            event.preventDefault();
            setPlace((picked + move + found.length) % found.length);
          }
          if (event.key === 'Enter') {
            event.preventDefault();
            run(picked);
          }
        }}
      />
      <div className="palette" role="listbox" id={`${id}l`} ref={list} aria-label={say('palette.title')}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, as in every combobox.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={command.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === picked}
            onClick={() => run(index)}
            onMouseMove={() => setPlace(index)}
          >
            <Icon name={command.icon} />
            <span dir="auto">{command.name}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="soft">{say('palette.none')}</p>}
    </Dialog>
  );
}
