import { Menu as Base } from '@base-ui/react/menu';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MenuEntry {
  readonly icon: IconName;
  readonly name: string;
  readonly onPick: () => void;
}

/** A button with three dots that opens a list of things to do. */
export function Menu({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={<IconButton icon="dots" label={label} />} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="menu-place">
          <Base.Popup className="menu">
            {entries.map(({ icon, name, onPick }) => (
              <Base.Item key={name} onClick={onPick}>
                <Icon name={icon} />
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
