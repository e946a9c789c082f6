import type { ReactNode } from 'react';
import styles from './pill.module.css';

export function Pill({ href, children }: { readonly href?: string; readonly children: ReactNode }) {
  if (href === undefined) return <span className={styles.pill}>{children}</span>;
  return (
    <a className={styles.pill} href={href}>
      {children}
    </a>
  );
}
