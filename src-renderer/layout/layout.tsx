import type { ComponentProps, ReactNode } from 'react';
import styles from './layout.module.css';

/** A view that is a column of sentences and cards. The title says the state in one sentence. */
export function Page({
  title,
  sub,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {sub !== undefined && <p className={styles.sub}>{sub}</p>}
      {actions !== undefined && <Row>{actions}</Row>}
      {children}
    </div>
  );
}

interface Spaced {
  /** In steps of the scale; default 2. */
  readonly gap?: 1 | 2 | 3 | 4 | 5;
  readonly children: ReactNode;
}

/** Below each other. */
export function Stack({ gap = 2, children }: Spaced) {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  );
}

/** Beside each other; wraps. */
export function Row({ gap = 2, children }: Spaced) {
  return (
    <div className={styles.row} data-gap={gap}>
      {children}
    </div>
  );
}

/** Paper with an edge. As a list (`ul`) it holds `ListRow`s. */
export function Card({
  as: Element = 'div',
  quiet = false,
  children,
  ...props
}: Pick<ComponentProps<'div'>, 'aria-label' | 'aria-labelledby'> & {
  readonly as?: 'div' | 'ul' | 'section';
  /** Grey, for what needs no attention. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Element {...props} className={styles.card} data-quiet={quiet || undefined}>
      {children}
    </Element>
  );
}

/** A heading with what belongs to it. */
export function Section({
  title,
  aside,
  children,
}: {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <h2>
        {title}
        {aside !== undefined && <span>{aside}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Two columns from 900 px. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** A list, and what was chosen in it beside it from 900 px; below that only the list. */
export function Split({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.left}>{left}</div>
      <div className={styles.right}>{right}</div>
    </div>
  );
}
