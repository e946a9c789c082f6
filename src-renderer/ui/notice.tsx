import type { ReactNode } from 'react';
import { Mark } from './marks.tsx';
import styles from './notice.module.css';

const TONE_OF_KIND = { error: 'bad', warning: 'care', info: 'still' } as const;

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
      <Mark name={kind} tone={TONE_OF_KIND[kind]} />
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

/** What stands in place of a list that has nothing; its title is an `h1` where it is the whole view. */
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
