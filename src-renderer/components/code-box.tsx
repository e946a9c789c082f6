import type { ReactNode } from 'react';
import styles from './code-box.module.css';
import { ScrollBox } from './scroll-box.tsx';

export function CodeBox({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ScrollBox
      className={className === undefined ? `${styles.code}` : `${styles.code} ${className}`}
      label={label}
    >
      <pre>{children}</pre>
    </ScrollBox>
  );
}

/** Numbers are generated content: a copy has the code only. */
export function CodeLine({
  kind,
  number,
  lead,
  children,
}: {
  readonly kind?: 'added' | 'removed' | 'wrong' | 'comment' | undefined;
  readonly number?: number;
  /** Beside the number. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.line} data-kind={kind}>
      {number !== undefined && (
        <span className={styles.number} data-number={number}>
          {lead}
        </span>
      )}
      {children}
      {'\n'}
    </span>
  );
}
