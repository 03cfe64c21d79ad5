import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const signs: Record<Tone, IconName> = { plain: 'leaf', good: 'check', warn: 'warning', lost: 'warning' };
type Tone = 'plain' | 'good' | 'warn' | 'lost';

/** Something the person should read: what happened, what it means, what to do. */
export function Note({
  tone = 'plain',
  icon,
  role,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}) {
  return (
    <div className={`note ${tone}`} role={role}>
      <Icon name={icon ?? signs[tone]} />
      <div className="words">{children}</div>
    </div>
  );
}
