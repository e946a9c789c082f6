import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Names and what they are, line by line; each child is a `div` that holds a `dt` and a `dd`. */
export function FactList({
  dense = false,
  className,
  children,
}: {
  /** For side panels. */
  readonly dense?: boolean;
  /** Where it stands; never how it looks. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <dl
      className={className === undefined ? styles.facts : `${styles.facts} ${className}`}
      data-dense={dense || undefined}
    >
      {children}
    </dl>
  );
}
