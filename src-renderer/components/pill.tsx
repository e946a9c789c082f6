import type { ReactNode } from 'react';
import styles from './pill.module.css';

/** A short word about a thing: filled where it is a fact, outlined and a link where it leads to others like it. */
export function Pill({ href, children }: { readonly href?: string; readonly children: ReactNode }) {
  if (href === undefined) return <span className={styles.pill}>{children}</span>;
  return (
    <a className={styles.pill} href={href}>
      {children}
    </a>
  );
}
