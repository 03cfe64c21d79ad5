import type { ReactNode } from 'react';
import { useState } from 'react';
import { Icon } from './icon.tsx';

/** A heading that opens to more. What's inside is made only once it is open. */
export function Fold({
  title,
  open: openAtFirst = false,
  className,
  children,
}: {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <details
      className={className ? `fold ${className}` : 'fold'}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="turn">
          <Icon name="chevron" />
        </span>
        {title}
      </summary>
      {open && children}
    </details>
  );
}
