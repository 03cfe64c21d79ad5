import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import type { Attachments } from './attachments.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './compose.css';

/** A field for words, with files by paste, drop or pick. Enter sends where `onEnter` is given; never while composing. */
export function ComposeBox({
  label,
  placeholder,
  value,
  onChange,
  onEnter,
  onEscape,
  attachments,
  field,
  rows = 1,
  describedBy,
  children,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: (() => void) | undefined;
  readonly onEscape?: (() => void) | undefined;
  readonly attachments: Attachments;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly rows?: number;
  readonly describedBy?: string;
  readonly children?: ReactNode;
}) {
  const say = useWords();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onEscape && !event.nativeEvent.isComposing) {
      event.preventDefault();
      return onEscape();
    }
    // An Enter that ends the composition of a Korean or Chinese word is not an Enter to send.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const modified = event.ctrlKey || event.metaKey;
    if (!onEnter || event.shiftKey || event.altKey || (rows > 1 && !modified)) return;
    event.preventDefault();
    onEnter();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files on; the button beside does the same.
    <div
      className={['compose', rows === 1 && 'one-row', over && 'over'].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        attachments.add(event.dataTransfer.files);
      }}
    >
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        className="compose-field"
        dir="auto"
        rows={rows}
        value={value}
        placeholder={placeholder}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          attachments.add(event.clipboardData.files);
        }}
      />
      {attachments.files.length > 0 && (
        <ul className="attached">
          {attachments.files.map(({ id: file, name, path, failed }) => (
            <li key={file} className={failed ? 'chip lost' : 'chip'}>
              {path === null && !failed ? <span className="spinner" /> : <Icon name={failed ? 'warning' : 'file'} />}
              <span dir="auto">{name}</span>
              {failed && <span>{failed}</span>}
              <IconButton
                slim
                icon="cross"
                label={say('attach.remove', { name })}
                onClick={() => attachments.remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="compose-clip">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            if (event.target.files) attachments.add(event.target.files);
            event.target.value = '';
          }}
        />
        <IconButton icon="clip" label={say('attach')} onClick={() => picker.current?.click()} />
      </div>
      {children && <div className="compose-send">{children}</div>}
    </div>
  );
}
