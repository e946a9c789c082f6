import { TRUST_WORDS, type Trust } from '../skill/trust-words.ts';
import styles from './trust-score.module.css';

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
