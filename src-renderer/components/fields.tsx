import type { ComponentProps } from 'react';
import styles from './fields.module.css';

/** Set `aria-invalid` for invalid input. */
export function TextField({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={join(styles.field, className)} />;
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={join(styles.field, className)} />;
}

export function SelectField({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={join(styles.field, className)} />;
}

export function Tick(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.tick} />;
}

export function SwitchBox(props: Omit<ComponentProps<'input'>, 'type' | 'className' | 'role'>) {
  return (
    <input {...props} type="checkbox" role="switch" aria-checked={props.checked} className={styles.switch} />
  );
}

function join(own: string | undefined, given: string | undefined): string | undefined {
  return given === undefined ? own : `${own} ${given}`;
}
