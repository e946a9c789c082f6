import type { ReactNode } from 'react';
import styles from './sheet.module.css';

/** The paper that a view's content lies on. */
export function Sheet({
  whole = false,
  scrolls = false,
  className,
  children,
  'aria-labelledby': labelledBy,
}: {
  /** True where it fills the view. */
  readonly whole?: boolean;
  /** True where it scrolls by itself, and not with the view around it. */
  readonly scrolls?: boolean;
  /** Where it stands; never how it looks. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** The id of its heading, where it is a part of the outline. */
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

/** The first line of a sheet: its heading, how much there is, and at its end what can be done. */
export function SheetHead({ children }: { readonly children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}

/** What stands in a sheet on its own, with the sheet's margins. */
export function SheetBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
