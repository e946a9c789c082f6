import type { CSSProperties } from 'react';
import { TRUST_PARTS, TRUST_WORDS, type Trust } from '../skill/trust-words.ts';
import styles from './trust-bar.module.css';

/** A cell per part, as wide as the maximum points. Unless they add up: empty frame with a tick at the score. */
export function TrustBar({ trust }: { readonly trust: Trust | undefined }) {
  if (trust === undefined)
    return <span className={styles.trust} data-kind="none" role="img" aria-label="No trust score given" />;
  const { score, makeup } = trust;
  const isSummed = makeup.kind === 'summed';
  const words = isSummed ? '' : `, ${TRUST_WORDS[makeup.kind]}`;
  return (
    <span
      className={styles.trust}
      data-kind={isSummed ? undefined : 'declared'}
      role="img"
      aria-label={`Trust ${score} of 100${words}`}
    >
      {isSummed ? (
        TRUST_PARTS.map(({ name, most }) => (
          <i key={name} style={fill((100 * (makeup.points?.[name] ?? 0)) / most)} />
        ))
      ) : (
        <i style={fill(score)} />
      )}
    </span>
  );
}

/** Paler with the kind, unless the parts add up. */
export function TrustScore({ trust }: { readonly trust: Trust | undefined }) {
  const isSummed = trust?.makeup.kind === 'summed';
  return (
    <>
      <span className="hidden-text">trust </span>
      <b className={`number ${styles.score}`} data-proven={isSummed || undefined}>
        {trust?.score ?? '–'}
      </b>
      {trust !== undefined && !isSummed && (
        <span className="hidden-text"> {TRUST_WORDS[trust.makeup.kind]}</span>
      )}
    </>
  );
}

function fill(percent: number): CSSProperties {
  return { '--part': `${percent}%` } as CSSProperties;
}
