import type { ReactNode } from 'react';
import styles from './home.module.css';

export function Pairs({
  pairs,
}: {
  readonly pairs: ReadonlyArray<readonly [name: string, ...words: readonly ReactNode[]]>;
}) {
  return (
    <ul className={styles.pairs}>
      {pairs.map(([name, ...words]) => (
        <li key={name}>
          <b>{name}</b>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
