import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Each child is a `div` with a `dt` and a `dd`. */
export function FactList({
  dense = false,
  className,
  children,
}: {
  readonly dense?: boolean;
  /** Class for position only, never for appearance. */
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
