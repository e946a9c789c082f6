import type { ReactNode } from 'react';
import styles from './sheet.module.css';

export function Sheet({
  whole = false,
  scrolls = false,
  className,
  children,
  'aria-labelledby': labelledBy,
}: {
  /** Fills the view. */
  readonly whole?: boolean;
  /** Separately from the view. */
  readonly scrolls?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** Makes a `section`. */
  readonly 'aria-labelledby'?: string;
}) {
  const Element = labelledBy === undefined ? 'div' : 'section';
  const names = [styles.sheet, scrolls && 'scroll', className].filter(Boolean).join(' ');
  return (
    <Element className={names} data-whole={whole || undefined} aria-labelledby={labelledBy}>
      {children}
    </Element>
  );
}

export function SheetHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

export function SheetBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
