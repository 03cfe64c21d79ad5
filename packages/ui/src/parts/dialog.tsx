import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { IconButton } from './button.tsx';

/** A dialog: traps the focus, closes with Escape, gives the focus back. */
export function Dialog({
  title,
  sentence,
  wide = false,
  onClose,
  actions,
  children,
}: {
  readonly title: string;
  readonly sentence?: string;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const say = useWords();
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className={wide ? 'dialog wide' : 'dialog'}>
          <div className="row dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close render={<IconButton icon="cross" label={say('close')} slim />} />
          </div>
          {sentence !== undefined && <Base.Description>{sentence}</Base.Description>}
          {children}
          {actions && <div className="actions">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
