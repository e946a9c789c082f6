import type { CSSProperties } from 'react';
import styles from './share-bar.module.css';

/** A bar cut into what made it; `parts` are percent of the whole track. The chosen one takes the signal colour. */
export function ShareBar({
  parts,
}: {
  readonly parts: ReadonlyArray<{
    readonly name: string;
    readonly percent: number;
    readonly chosen: boolean;
  }>;
}) {
  return (
    <span className={styles.share} aria-hidden="true">
      {parts.map(({ name, percent, chosen }) => (
        <i
          key={name}
          data-chosen={chosen || undefined}
          style={{ '--width': `${percent}%` } as CSSProperties}
        />
      ))}
    </span>
  );
}
