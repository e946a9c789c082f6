import type { ReactNode } from 'react';
import { Mark } from '../components/mark.tsx';
import styles from './start-page.module.css';

/** Page without bar. */
export function StartPage({
  title,
  text,
  wide = false,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.start} data-wide={wide || undefined}>
      <header>
        <Mark name="logo" />
        <h1>{title}</h1>
        <p>{text}</p>
      </header>
      {children}
    </div>
  );
}
