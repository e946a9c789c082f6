/** What one fills in. Their labels belong to where they stand. */
import type { ComponentProps } from 'react';
import styles from './fields.module.css';

/** A line of text; what can't be read is `aria-invalid`. */
export function TextField({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={join(styles.field, className)} />;
}

/** Lines of text, as they will be copied. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={join(styles.field, className)} />;
}

/** One of a list that opens. */
export function SelectField({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={join(styles.field, className)} />;
}

/** A box that is ticked or not. */
export function Tick(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.tick} />;
}

/** On or off, and applied at once. */
export function SwitchBox(props: Omit<ComponentProps<'input'>, 'type' | 'className' | 'role'>) {
  return (
    <input {...props} type="checkbox" role="switch" aria-checked={props.checked} className={styles.switch} />
  );
}

function join(own: string | undefined, given: string | undefined): string | undefined {
  return given === undefined ? own : `${own} ${given}`;
}
