import type { ReactNode } from 'react';
import styles from './fact-list.module.css';
export function FactList({
  dense = false,
  className,
  children,
}: {
  readonly dense?: boolean;
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
