import { Term } from '../../components/term.tsx';
import { TrustBar } from '../../components/trust-bar.tsx';
import { TRUST_PARTS, TRUST_WORDS, type Trust } from '../../skill/trust-sources.ts';
import styles from './trust-figure.module.css';

export function TrustFigure({ trust, brief }: { readonly trust: Trust; readonly brief: boolean }) {
  if (trust.kind === 'none')
    return (
      <span className="muted">
        Trust <span aria-hidden="true">–</span>
        <span className="hidden-text">not given</span>
      </span>
    );
  const proven = trust.kind === 'proven';
  return (
    <Term plain meaning={<TrustMeaning trust={trust} />}>
      <span className={brief ? 'hidden-text' : 'muted'}>Trust</span>
      <span className={styles.bar} data-brief={brief || undefined} aria-hidden="true">
        <TrustBar score={trust.score} sources={proven ? trust.sources : undefined} />
      </span>
      <span className={`number ${styles.score}`} data-proven={proven || undefined}>
        {trust.score}
      </span>
      {!proven && <span className={brief ? 'hidden-text' : styles.word}>{TRUST_WORDS[trust.kind]}</span>}
    </Term>
  );
}

function TrustMeaning({ trust }: { readonly trust: Exclude<Trust, { kind: 'none' }> }) {
  if (trust.kind === 'unreviewed') return 'Starting score. No reviews or votes yet.';
  if (trust.kind === 'declared') return `The author’s own number. ${trust.gap}`;
  return (
    <>
      Its five parts add up to it:{' '}
      {TRUST_PARTS.map(
        ({ name, most, long }) => `${long.toLowerCase()} ${trust.sources[name]} of ${most}`,
      ).join(', ')}
      . That is all that is checked.
    </>
  );
}
