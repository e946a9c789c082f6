import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** A row of the dialog. */
export function Setting({
  detail,
  isWide = false,
  children,
}: {
  readonly detail?: ReactNode;
  /** The field below its label, over the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.setting} data-wide={isWide || undefined}>
      {children}
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
    </div>
  );
}
