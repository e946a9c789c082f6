import type { ReactNode } from 'react';
import { Mark } from './marks.tsx';
import styles from './notice.module.css';

const TONES = { error: 'bad', warning: 'care', info: 'still' } as const;

/** Something to know about the view, with its next step. */
export function Notice({
  kind,
  title,
  actions,
  children,
}: {
  readonly kind: 'error' | 'warning' | 'info';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Mark name={kind} tone={TONES[kind]} />
      <div className={styles.words}>
        <p>
          <strong>{title}</strong>
        </p>
        {children !== undefined && <div className="soft">{children}</div>}
      </div>
      {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Instead of a list that has nothing; `as`: `h1` where it is the whole view. */
export function Empty({
  as: Heading = 'h2',
  title,
  actions,
  children,
}: {
  readonly as?: 'h1' | 'h2';
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <Heading>{title}</Heading>
      {children}
      {actions !== undefined && actions !== false && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
