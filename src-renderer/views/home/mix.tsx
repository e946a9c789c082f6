import type { CSSProperties } from 'react';
import { browseBy } from '../../route/route.ts';
import { isSameData } from '../../stores/same-data.ts';
import { useRegistry } from '../../stores/use-stores.tsx';
import { formatCount } from '../../text/format.ts';
import styles from './home.module.css';
import { languageMix, mixWords } from './served-mix.ts';

/** Skills by language. */
export function Mix() {
  const mix = useRegistry(({ skills }) => languageMix(skills), isSameData);
  if (mix.length < 2) return null;
  return (
    <span className={styles.mix}>
      <span className={styles.mixBar} role="img" aria-label={mixWords(mix)}>
        {mix.map(({ language, count }) => (
          <i key={language} style={{ '--size': count } as CSSProperties} />
        ))}
      </span>
      {mix.map(({ language, name, count }) => (
        <a key={language} className="link plain" href={browseBy('language', language)}>
          {name} {formatCount(count)}
        </a>
      ))}
    </span>
  );
}
