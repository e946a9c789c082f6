import { type ReactNode, useId } from 'react';
import styles from './view-aside.module.css';

/** `children`: a single `section`. `aside`: to the right, or below in narrow windows. */
export function WithAside({ aside, children }: { readonly aside: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.view}>
      {children}
      {aside}
    </div>
  );
}

export function ViewAside({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={label}>
      {children}
    </aside>
  );
}

export function AsideSection({
  title,
  end,
  children,
}: {
  readonly title: ReactNode;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  );
}
