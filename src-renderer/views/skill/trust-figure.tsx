import { Term } from '../../components/term.tsx';
import { TRUST_PARTS, TRUST_WORDS, type Trust, trustDoubt } from '../../skill/trust-words.ts';
import styles from './trust-figure.module.css';

export function TrustFigure({
  trust,
  brief,
}: {
  readonly trust: Trust | undefined;
  readonly brief: boolean;
}) {
  if (trust === undefined)
    return (
      <span className="muted">
        Trust <span aria-hidden="true">–</span>
        <span className="hidden-text">not given</span>
      </span>
    );
  const { kind } = trust.makeup;
  const isSummed = kind === 'summed';
  return (
    <Term plain meaning={meaningOf(trust)}>
      <span className={brief ? 'hidden-text' : 'muted'}>Trust</span>
      <span className={`number ${styles.score}`} data-proven={isSummed || undefined}>
        {trust.score}
      </span>
      {!isSummed && <span className={brief ? 'hidden-text' : styles.word}>{TRUST_WORDS[kind]}</span>}
    </Term>
  );
}

function meaningOf(trust: Trust): string {
  const { kind, points = {} } = trust.makeup;
  if (kind === 'unreviewed') return 'Starting score. No reviews or votes yet.';
  if (kind === 'declared') return 'The author’s own number, without any of its five parts.';
  if (kind === 'contradicted') return `The author’s own number. ${trustDoubt(trust)}`;
  const parts = TRUST_PARTS.map(({ name, most, long }) =>
    points[name] === undefined ? `${long} not given` : `${long} ${points[name]} of ${most}`,
  );
  return `Its parts add up to it: ${parts.join(', ')}. That is all that is checked.`;
}
