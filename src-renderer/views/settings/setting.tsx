import { type ReactNode, useId } from 'react';
import type { SettingsChange } from '../../../src-main/contract/desktop-bridge.ts';
import { SwitchBox } from '../../components/fields.tsx';
import { Mark } from '../../components/mark.tsx';
import styles from './settings.module.css';

export type Change = (change: SettingsChange) => void;

export function Setting({
  name,
  note,
  waits = false,
  control,
}: {
  readonly name: string;
  readonly note?: ReactNode;
  /** Until the service restarts. */
  readonly waits?: boolean;
  readonly control: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}) {
  const id = useId();
  const described = note === undefined ? undefined : `${id}-note`;
  return (
    <div className={styles.set}>
      <div>
        <label htmlFor={id}>{name}</label>
        {note !== undefined && (
          <p className="muted" id={described}>
            {note}
          </p>
        )}
      </div>
      <div className={styles.setControl}>
        {waits && (
          <span className={styles.pending}>
            <Mark name="state-wait" tone="wait" />
            after a restart
          </span>
        )}
        {control({ id, describedBy: described })}
      </div>
    </div>
  );
}

export function Switch({
  name,
  note,
  waits,
  checked,
  disabled = false,
  onChange,
}: {
  readonly name: string;
  readonly note?: ReactNode;
  readonly waits?: boolean;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <Setting
      name={name}
      note={note}
      {...(waits === undefined ? {} : { waits })}
      control={({ id, describedBy }) => (
        <SwitchBox
          id={id}
          aria-describedby={describedBy}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    />
  );
}

export function Section({
  id,
  children,
}: {
  readonly id: (typeof SECTIONS)[number][0];
  readonly children: ReactNode;
}) {
  const title = SECTIONS.find(([section]) => section === id)?.[1];
  return (
    <section id={`settings-${id}`} aria-labelledby={`settings-${id}-title`}>
      <h2 id={`settings-${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** Ids are also anchors. */
export const SECTIONS = [
  ['start', 'Start and quit'],
  ['service', 'Service'],
  ['registry', 'Registry'],
  ['privacy', 'Privacy'],
  ['look', 'Look and keys'],
  ['about', 'About'],
] as const;
