import { Switch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

/** A part of the settings under one heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="part-body">{children}</div>
    </section>
  );
}

/** Something that is on or off, with what it means. */
export function Toggle({
  name,
  means,
  on,
  onChange,
}: {
  readonly name: string;
  readonly means?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="setting">
      <span className="setting-words">
        <span id={id} className="setting-name">
          {name}
        </span>
        {means !== undefined && (
          <span id={`${id}m`} className="soft small">
            {means}
          </span>
        )}
      </span>
      <Switch.Root
        className="switch"
        checked={on}
        onCheckedChange={onChange}
        aria-labelledby={id}
        aria-describedby={means === undefined ? undefined : `${id}m`}
      >
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
    </div>
  );
}

/** One of several, as a list to pick from. */
export function Pick<Value extends string>({
  name,
  means,
  value,
  options,
  onChange,
}: {
  readonly name: string;
  readonly means?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="setting">
      <span className="setting-words">
        <label htmlFor={id} className="setting-name">
          {name}
        </label>
        {means !== undefined && <span className="soft small">{means}</span>}
      </span>
      <select
        id={id}
        className="field"
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.target.value);
          if (picked) onChange(picked.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
