import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Icon } from './marks.tsx';

interface Look {
  /** How the button looks. `primary` is the view's next step, at most once; `quiet` has no edge. */
  readonly kind?: 'primary' | 'plain' | 'quiet';
  readonly icon?: LucideIcon | undefined;
  /** Whether it works now, and can't be pressed again. */
  readonly busy?: boolean;
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Look;

export function Button({ kind = 'plain', icon, busy = false, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={styles.button}
      data-kind={kind}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  kind = 'plain',
  icon,
  children,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & Look) {
  return (
    <a {...props} className={styles.button} data-kind={kind}>
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </a>
  );
}

/** An icon whose name is read aloud, and shown under the pointer. */
export function IconButton({
  name,
  icon,
  edged = false,
  ...props
}: Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly edged?: boolean;
}) {
  return (
    <button
      type="button"
      title={name}
      {...props}
      aria-label={name}
      className={styles.button}
      data-kind={edged ? 'plain' : 'quiet'}
      data-icon-only
    >
      <Icon of={icon} />
    </button>
  );
}

/** A button that stands in a sentence. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'className'>): ReactNode {
  return <button type="button" {...props} className="link" />;
}
