import type { ReactNode } from 'react';
import styles from './list-row.module.css';

/** One thing of a list in a `Card as="ul"`: a mark, a sentence, its detail, what can be done. */
export function ListRow({
  icon,
  title,
  detail,
  actions,
  isNext = false,
  children,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Beside the sentence; below it under 640 px. */
  readonly actions?: ReactNode;
  /** The next step: a signal at its edge. */
  readonly isNext?: boolean;
  /** What opened below it. */
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles.line} data-next={isNext || undefined}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      {children !== undefined && <div className={styles.inside}>{children}</div>}
    </li>
  );
}
