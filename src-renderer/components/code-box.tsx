import type { ReactNode } from 'react';
import styles from './code-box.module.css';
import { ScrollBox } from './scroll-box.tsx';

/** Code or a command as it stands; wider than its place it scrolls, by keyboard as well. */
export function CodeBox({
  label,
  className,
  children,
}: {
  readonly label: string;
  /** Where it stands; never how it looks. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ScrollBox
      className={className === undefined ? `${styles.code}` : `${styles.code} ${className}`}
      label={label}
    >
      <pre>{children}</pre>
    </ScrollBox>
  );
}
