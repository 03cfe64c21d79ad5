import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly icon?: IconName;
  /** The key that does the same, as shown. */
  readonly shortcut?: string;
  readonly slim?: boolean;
  readonly full?: boolean;
  readonly children: ReactNode;
}

export function Button({ kind, icon, shortcut, slim, full, children, className, ...rest }: ButtonProps) {
  const classes = ['button', kind, slim && 'slim', full && 'full', className].filter(Boolean).join(' ');
  return (
    <button type="button" {...rest} className={classes}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus; its word is the button's. */}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName;
  readonly label: string;
  readonly slim?: boolean;
}

/** A button that shows a sign only; its word is its name and its tip. */
export function IconButton({ icon, label, slim, className, ...rest }: IconButtonProps) {
  const classes = ['button', 'plain', 'round', slim && 'slim', className].filter(Boolean).join(' ');
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={classes}>
      <Icon name={icon} />
    </button>
  );
}
