import type { CSSProperties } from 'react';
import { TRUST_PARTS, TRUST_WORDS, type Trust, type TrustSources } from '../skill/trust-sources.ts';
import styles from './trust-bar.module.css';

/**
 * A cell per source, as wide as the maximum points. Without sources: empty frame with a tick at the score.
 */
export function TrustBar({
  score,
  sources,
  kind = 'declared',
}: {
  readonly score: number | undefined;
  readonly sources: TrustSources | undefined;
  readonly kind?: Trust['kind'];
}) {
  if (score === undefined)
    return <span className={styles.trust} data-kind="none" role="img" aria-label="No trust score given" />;
  if (sources === undefined)
    return (
      <span
        className={styles.trust}
        data-kind="declared"
        role="img"
        aria-label={`Trust ${score} of 100, ${TRUST_WORDS[kind]}`}
      >
        <i style={fill(score)} />
      </span>
    );
  return (
    <span className={styles.trust} role="img" aria-label={`Trust ${score} of 100`}>
      {TRUST_PARTS.map(({ name, most }) => (
        <i key={name} style={fill((100 * Math.min(sources[name] ?? 0, most)) / most)} />
      ))}
    </span>
  );
}

/** Without sources paler, with the kind. */
export function TrustScore({
  score,
  sources,
  kind = 'declared',
}: {
  readonly score: number | undefined;
  readonly sources: TrustSources | undefined;
  readonly kind?: Trust['kind'];
}) {
  return (
    <>
      <span className="hidden-text">trust </span>
      <b className={`number ${styles.score}`} data-proven={sources !== undefined || undefined}>
        {score ?? '–'}
      </b>
      {score !== undefined && sources === undefined && (
        <span className="hidden-text"> {TRUST_WORDS[kind]}</span>
      )}
    </>
  );
}

function fill(percent: number): CSSProperties {
  return { '--part': `${Math.max(0, Math.min(100, percent))}%` } as CSSProperties;
}
