import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** Each child is a `Fact`. */
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

export function Fact({
  name,
  className,
  children,
}: {
  readonly name: ReactNode;
  /** Of the value. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
