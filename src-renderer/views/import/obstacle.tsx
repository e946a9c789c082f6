import type { ReactNode } from 'react';
import { Notice } from '../../components/states.tsx';
import { Revealed } from '../../text/revealed.tsx';
import styles from './import.module.css';
import type { ImportWords } from './import-words.ts';

export function Obstacle({
  words,
  children,
}: {
  readonly words: ImportWords;
  readonly children?: ReactNode;
}) {
  return (
    <Notice tone="bad" title={<Revealed text={words.title} />}>
      <p>
        <Revealed text={words.text} />
      </p>
      {words.items !== undefined && (
        <ul className={`${styles.items} mono`}>
          {words.items.map((item) => (
            <li key={item}>
              <Revealed text={item} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </Notice>
  );
}
