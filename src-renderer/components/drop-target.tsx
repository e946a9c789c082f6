import type { ReactNode } from 'react';
import styles from './drop-target.module.css';
import { Mark } from './mark.tsx';

export function DropTarget({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.dropping}>
      <div className={styles.target}>
        <Mark name="logo" />
        <p className={styles.title}>{title}</p>
        <p className={`soft ${styles.text}`}>{children}</p>
      </div>
    </div>
  );
}
