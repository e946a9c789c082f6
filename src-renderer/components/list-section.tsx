import { type ReactNode, useId } from 'react';
import styles from './list-section.module.css';

export function ListSection({
  title,
  note,
  count,
  children,
}: {
  readonly title: ReactNode;
  readonly note: string;
  readonly count?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="muted">{note}</span>
        {count !== undefined && <span className="push muted number">{count}</span>}
      </header>
      {children}
    </section>
  );
}
