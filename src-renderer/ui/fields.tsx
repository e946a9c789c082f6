import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './fields.module.css';
import { Icon } from './marks.tsx';

interface Labelled {
  readonly label: string;
  /** Whether the label is only read aloud. */
  readonly isLabelHidden?: boolean;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

export function TextField({
  label,
  isLabelHidden = false,
  fault,
  ...props
}: Omit<ComponentProps<'input'>, 'className' | 'id'> & Labelled) {
  const id = useId();
  return (
    <span className={styles.labelled}>
      <label htmlFor={id} className={isLabelHidden ? 'hidden-text' : undefined}>
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...props}
        id={id}
        className={styles.field}
        {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
      />
      {fault !== undefined && (
        <span id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </span>
      )}
    </span>
  );
}

export function SelectField({
  label,
  isLabelHidden = false,
  children,
  ...props
}: Omit<ComponentProps<'select'>, 'className' | 'id'> & Omit<Labelled, 'fault'>) {
  const id = useId();
  return (
    <span className={styles.labelled}>
      <label htmlFor={id} className={isLabelHidden ? 'hidden-text' : undefined}>
        {label}
      </label>
      <span className={styles.select}>
        <select {...props} id={id} className={styles.field}>
          {children}
        </select>
        <Icon of={ChevronDown} />
      </span>
    </span>
  );
}

/** A switch with its label, and a line of detail. */
export function CheckField({
  label,
  detail,
  ...props
}: Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'role'> & {
  readonly label: string;
  readonly detail?: ReactNode;
}) {
  const id = useId();
  return (
    <span className={styles.check}>
      <label htmlFor={id}>
        <b>{label}</b>
      </label>
      <input
        {...props}
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className={styles.switch}
        {...(detail !== undefined && { 'aria-describedby': `${id}-detail` })}
      />
      {detail !== undefined && (
        <span id={`${id}-detail`} className={styles.detail}>
          {detail}
        </span>
      )}
    </span>
  );
}
