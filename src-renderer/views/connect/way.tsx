import type { ReactNode } from 'react';
import styles from './connect.module.css';

export function Way({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.way}>
      <h3 className="cap">{title}</h3>
      <div>{children}</div>
    </div>
  );
}
